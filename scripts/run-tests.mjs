// Runs the compiled tests: `node scripts/run-tests.mjs [part of a path]...`. Files run beside each other, one for each processor: what a
// test measures of time it measures by its own processor's clock, or within bounds that a busy machine keeps.
// What happened to tests that carry ids of guarantees/catalogue.json is kept for `npm run guarantees`.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { RESULTS_FOLDER, recordResults } from "./guarantee-results.mjs";
import { grouped } from "./test-groups.mjs";

const root = dirname(import.meta.dirname);
const wanted = process.argv.slice(2);
/** Those with real programs, and what they teach: `npm run test:programs` names them. */
const APART = ["build/test/programs/", "build/test/plugins/", "build/test/docs/plugin-guide"];

/** @param {string} file */
const isWanted = (file) => wanted.some((part) => file.includes(part));

/** @param {string} folder */
const testsBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((file) => file.endsWith(".test.js"))
    .filter((file) => (wanted.length === 0 ? !APART.some((part) => file.startsWith(part)) : isWanted(file)))
    .sort();

/** The file that a compiled one was made from. @param {string} file */
const sourceOf = (file) =>
  file
    .replace(/^dist\//, "src/")
    .replace(/^build\/test\//, "test/")
    .replace(/\.js$/, ".ts");

/** @param {string[]} files what was run @param {string} lines of the reporter */
function record(files, lines) {
  /** @type {Record<string, import("./guarantee-results.mjs").Outcome[]>} */
  const byFile = Object.fromEntries(files.map((file) => [sourceOf(file), []]));
  for (const line of lines.split("\n").filter((text) => text !== "")) {
    const { file, ...outcome } = JSON.parse(line);
    byFile[sourceOf(relative(root, file).replaceAll("\\", "/"))]?.push(outcome);
  }
  recordResults("test", byFile);
}

const suites = [testsBelow("dist"), testsBelow("build/test")].filter((files) => files.length > 0);
if (suites.length === 0) {
  console.error(`no compiled test matches ${wanted.join(" ") || "(anything)"}; run npm test, or npm run build first`);
  process.exit(1);
}
mkdirSync(RESULTS_FOLDER, { recursive: true });
const kept = join(RESULTS_FOLDER, `run-${process.pid}.jsonl`);
const groups = join("build", "test-groups", String(process.pid));
for (const files of suites) {
  const options = [
    `--test-concurrency=${availableParallelism()}`,
    "--test-timeout=180000",
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    "--test-reporter=./scripts/guarantee-reporter.mjs",
    `--test-reporter-destination=${kept}`,
  ];
  const { status } = spawnSync(process.execPath, ["--test", ...options, ...grouped(files, groups)], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = status ?? 1;
  record(files, readFileSync(kept, "utf8"));
  rmSync(kept, { force: true });
}
rmSync(groups, { recursive: true, force: true });
