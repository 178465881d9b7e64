// `npm run test:claude [-- --version 2.1.330] [part-of-a-name]`: drives the real Claude Code, every version and size of e2e/claude-code, or the
// versions that are named, offline. A version that is named is driven at full size: in every home with and without the side channel, 50 turns in
// each of the worst of them, 200 imitations. Installs what is not installed first: those of e2e/claude-code there, others below
// build/claude-code. What came of it is kept for `npm run guarantees`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { recordClaudeResults } from "./claude-results.mjs";

const PACKAGE = "@anthropic-ai/claude-code";
const root = dirname(import.meta.dirname);
const folder = join(root, "e2e", "claude-code");
const isRequired = process.env.PTYWRIGHT_REQUIRE_PROGRAMS !== undefined;
const { versions: given, wanted } = options();

/** Which versions are asked for, and which of the test files. */
function options() {
  try {
    const option = /** @type {const} */ ({ type: "string", multiple: true });
    const { values, positionals } = parseArgs({ options: { version: option }, allowPositionals: true });
    return { versions: values.version?.flatMap((one) => one.split(",")), wanted: positionals };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}`);
    console.error("npm run test:claude [-- --version 2.1.330] [part-of-a-name]");
    process.exit(2);
  }
}

/** @param {string[]} args @param {string} cwd @param {"inherit" | "pipe"} [stdout] */
const npm = (args, cwd, stdout = "inherit") =>
  spawnSync("npm", args, {
    cwd,
    stdio: ["ignore", stdout, "inherit"],
    encoding: "utf8",
    shell: process.platform === "win32",
  });

/** Ends the run: where the program cannot be had, nothing is tested. @param {string} what */
function giveUp(what) {
  const isFailure = isRequired || given !== undefined;
  console.log(`${what}; nothing was tested.${isFailure ? "" : " PTYWRIGHT_REQUIRE_PROGRAMS=1 makes that a failure."}`);
  process.exit(isFailure ? 1 : 0);
}

/** Installs a version into a folder of its own. @param {string} version @param {string} own */
function install(version, own) {
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "package.json"), JSON.stringify({ private: true }));
  const { status } = npm(["install", "--no-save", "--no-audit", "--no-fund", `${PACKAGE}@${version}`], own);
  if (status !== 0) giveUp(`Claude Code ${version} could not be installed`);
}

/** The number of a version by a name such as latest. @param {string} name */
function numberOf(name) {
  if (/^\d+\.\d+\.\d+$/.test(name)) return name;
  const number = npm(["view", `${PACKAGE}@${name}`, "version"], folder, "pipe").stdout?.trim();
  return /^\d+\.\d+\.\d+$/.test(number ?? "") ? number : giveUp(`there is no single version ${name} of ${PACKAGE}`);
}

const numbers = given?.map((name) => /** @type {string} */ (numberOf(name)));
if (numbers !== undefined) process.env.PTYWRIGHT_CLAUDE_VERSIONS = numbers.join(",");
const { VERSIONS, folderOf, programOf } = await import("../e2e/claude-code/versions.mjs");
const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
for (const version of VERSIONS) {
  if (existsSync(programOf(version))) continue;
  if (!(`claude-${version}` in dependencies)) install(version, folderOf(version));
  else if (npm(["ci"], folder).status !== 0) giveUp("Claude Code could not be installed");
  if (!existsSync(programOf(version)))
    giveUp(`Claude Code ${version} was installed, but ${programOf(version)} is not there`);
}
if (numbers !== undefined) console.log(`Claude Code ${VERSIONS.join(", ")}`);

const files = readdirSync(join(folder, "tests"))
  .filter((name) => name.endsWith(".test.mjs") && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .map((name) => join(folder, "tests", name));
// Most of the time each waits for a still screen; one more than there are processors keeps them busy. Each takes some 200 MB.
const runner = ["--test", `--test-concurrency=${availableParallelism() + 1}`];
const scratch = mkdtempSync(join(tmpdir(), "ptywright-claude-seen-"));
const kept = join(scratch, "results.jsonl");
const reporters = [
  ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
  ...["--test-reporter=./scripts/claude-reporter.mjs", `--test-reporter-destination=${kept}`],
];
const env = { ...process.env, PTYWRIGHT_CLAUDE_SEEN: join(scratch, "seen.txt") };
let { status } = spawnSync(process.execPath, [...runner, ...reporters, ...files], { stdio: "inherit", env, cwd: root });
// Some of the set-ups tell nothing of a file as a whole.
if (process.env.PTYWRIGHT_CLAUDE_SETUPS === undefined)
  recordClaudeResults(readFileSync(kept, "utf8"), numbers !== undefined);
// Only a whole run can have seen everything.
if (status === 0 && wanted.length === 0) {
  const file = join(folder, "coverage.test.mjs");
  status = spawnSync(process.execPath, ["--test", "--test-reporter=spec", file], { stdio: "inherit", env }).status;
}
rmSync(scratch, { recursive: true, force: true });
process.exit(status ?? 1);
