// Runs the compiled tests: `node scripts/run-tests.mjs [--quick] [--heavy] [--programs] [part of a path, or B9]...`, the quick ones unless
// told otherwise, and of a row of the guarantees what proves it. Files run beside each other, one more than there are processors: what a test measures of time it measures by its own processor's clock, or within bounds that a busy machine keeps.
// What happened to tests that carry ids of guarantees/catalogue.json is kept for `npm run guarantees`.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { RESULTS_FOLDER, recordResults } from "./guarantee-results.mjs";
import { grouped } from "./test-groups.mjs";

const root = dirname(import.meta.dirname);
const names = process.argv.slice(2);
const wanted = names.filter((name) => !name.startsWith("--"));
/** How many more files than processors: at any time one waits for its programs. */
const WAITING = 1;
/** With real programs, and what they teach. */
const PROGRAMS = ["build/test/programs/", "build/test/plugins/", "build/test/docs/plugin-guide"];
/** What keeps the processors busy for many seconds. */
const HEAVY = [
  "build/test/cli/log-flood",
  "build/test/rpc/adapter-hanging",
  "build/test/rpc/fuzz",
  "build/test/rpc/large-snapshot",
  "build/test/rpc/order-hanging",
  "build/test/rpc/overload",
  "dist/plugins/runtime/hostile-code",
  "dist/text/regex/rust-oracle-random",
  "dist/core/screen/hostile-input",
];

/** @param {string} file */
function kindOf(file) {
  const isOf = (/** @type {string[]} */ kind) => kind.some((part) => file.startsWith(part));
  return isOf(PROGRAMS) ? "--programs" : isOf(HEAVY) ? "--heavy" : "--quick";
}

/** The file that a compiled one was made from. @param {string} file */
const sourceOf = (file) =>
  file
    .replace(/^dist\//, "src/")
    .replace(/^build\/test\//, "test/")
    .replace(/\.js$/, ".ts");

const rows = wanted.filter((name) => /^[A-Z]\d+$/.test(name));
const parts = wanted.filter((name) => !rows.includes(name));
/** A title that begins with one of the rows. */
const title = `^(?:[A-Z]\\d+, )*(?:${rows.join("|")})(?:, [A-Z]\\d+)*: `;
const inSource = new RegExp(`["'\`]${title.slice(1)}`);

/** @param {string} file */
function isWanted(file) {
  if (names.length === 0) return kindOf(file) === "--quick";
  if (names.includes(kindOf(file))) return true;
  if (parts.some((part) => file.includes(part) || sourceOf(file).includes(part))) return true;
  return rows.length > 0 && inSource.test(readFileSync(file, "utf8"));
}

/** @param {string} folder */
const testsBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((file) => file.endsWith(".test.js") && isWanted(file))
    .sort();

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

// Those that start programs take longest, so they begin.
const files = [...testsBelow("build/test"), ...testsBelow("dist")];
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
