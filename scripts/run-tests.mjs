// Runs the compiled tests: `node scripts/run-tests.mjs [--quick] [--heavy] [--programs] [part of a path, or B9]...`, the quick ones unless
// told otherwise, and of a row of the guarantees what proves it. Files run beside each other, more than there are
// processors: what a test measures of time it measures by its own processor's clock, or within bounds that a busy machine keeps.
// What happened to tests that carry ids of guarantees/catalogue.json is kept for `npm run guarantees`.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { RESULTS_FOLDER, recordResults } from "./guarantee-results.mjs";
import { testFiles } from "./test-files.mjs";
import { grouped } from "./test-groups.mjs";

const root = dirname(import.meta.dirname);
const names = process.argv.slice(2);
const wanted = names.filter((name) => !name.startsWith("--"));
/** How many more files than processors: at any time some wait for their programs. */
const WAITING = 2;
const rows = wanted.filter((name) => /^[A-Z]\d+$/.test(name));
const parts = wanted.filter((name) => !rows.includes(name));
/** A title that begins with one of the rows. */
const title = `^(?:[A-Z]\\d+, )*(?:${rows.join("|")})(?:, [A-Z]\\d+)*: `;
const inSource = new RegExp(`["'\`]${title.slice(1)}`);

/** @param {import("./test-files.mjs").TestFile} file */
function isWanted({ compiled, source, suite }) {
  if (names.length === 0) return suite === "quick";
  if (names.includes(`--${suite}`)) return true;
  if (parts.some((part) => compiled.includes(part) || source.includes(part))) return true;
  return rows.length > 0 && inSource.test(readFileSync(compiled, "utf8"));
}

/** @param {import("./test-files.mjs").TestFile[]} files what was run @param {string} lines of the reporter */
function record(files, lines) {
  /** @type {Record<string, import("./guarantee-results.mjs").Outcome[]>} */
  const bySource = Object.fromEntries(files.map(({ source }) => [source, []]));
  const sources = new Map(files.map(({ compiled, source }) => [compiled, source]));
  for (const line of lines.split("\n").filter((text) => text !== "")) {
    const { file, ...outcome } = JSON.parse(line);
    bySource[sources.get(relative(root, file).replaceAll("\\", "/")) ?? ""]?.push(outcome);
  }
  recordResults("test", bySource);
}

const files = testFiles(root).filter(isWanted);
if (files.length === 0) {
  console.error(`no compiled test matches ${names.join(" ") || "(anything)"}; run npm test, or npm run build first`);
  process.exit(1);
}
mkdirSync(RESULTS_FOLDER, { recursive: true });
const kept = join(RESULTS_FOLDER, `run-${process.pid}.jsonl`);
const groups = join("build", "test-groups", String(process.pid));
const options = [
  `--test-concurrency=${availableParallelism() + WAITING}`,
  "--test-timeout=180000",
  "--test-reporter=spec",
  "--test-reporter-destination=stdout",
  "--test-reporter=./scripts/guarantee-reporter.mjs",
  `--test-reporter-destination=${kept}`,
];
// All of a file that is asked for by its path.
const isPartOfFiles = rows.length > 0 && parts.length === 0;
if (isPartOfFiles) options.push(`--test-name-pattern=${title}`);
const command = ["--test", ...options, ...grouped(files, groups)];
const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
process.exitCode = status ?? 1;
if (!isPartOfFiles) record(files, readFileSync(kept, "utf8"));
rmSync(kept, { force: true });
rmSync(groups, { recursive: true, force: true });
