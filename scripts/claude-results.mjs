// What the tests with the real Claude Code last gave, version by version and file by file, kept in build/guarantees; and the lines of
// docs/claude-code.md that tell it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RESULTS_FOLDER, machine } from "./guarantee-results.mjs";

/**
 * @typedef {{ date: string, tests: number, failed: number, isFull: boolean }} FileResult
 * @typedef {{ machine: string, files: Record<string, FileResult> }} VersionResults
 * @typedef {Record<string, VersionResults>} ClaudeResults by version
 */

const FILE = join(RESULTS_FOLDER, "claude.json");

/** @returns {ClaudeResults} */
export function readClaudeResults() {
  try {
    return JSON.parse(readFileSync(FILE, "utf8"));
  } catch {
    // It has not been driven since the folder was made.
    return {};
  }
}

/** Puts what was run in place of what it last gave. @param {string} lines of the reporter @param {boolean} isFull at the size of a version that was named */
export function recordClaudeResults(lines, isFull) {
  const results = readClaudeResults();
  const date = new Date().toISOString().slice(0, 10);
  const begun = new Set();
  for (const line of lines.split("\n").filter((text) => text !== "")) {
    const { version, file, passed } = JSON.parse(line);
    const { files } = (results[version] = { machine: machine(), files: results[version]?.files ?? {} });
    if (!begun.has(`${version} ${file}`)) files[file] = { date, tests: 0, failed: 0, isFull };
    begun.add(`${version} ${file}`);
    files[file].tests++;
    if (!passed) files[file].failed++;
  }
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(FILE, JSON.stringify(results, undefined, 1));
}

const BLOCK = /(?<=<!-- tested -->\n)[^]*?(?=\n<!-- \/tested -->)/;

/** What is told of one version; undefined if nothing is known. @param {VersionResults} results @param {string[]} all the files that there are */
function told({ machine: where, files }, all) {
  const known = all.filter((file) => file in files);
  if (known.length === 0) return undefined;
  const of = known.map((file) => files[file]);
  const dates = [...new Set(of.map(({ date }) => date))].sort();
  const when = [...new Set([dates[0], dates.at(-1)])].join(" to ");
  const broken = known.filter((file) => files[file].failed > 0);
  const tests = of.reduce((sum, one) => sum + one.tests, 0);
  const count = known.length === all.length ? `all ${all.length}` : `${known.length} of ${all.length}`;
  const size = of.every(({ isFull }) => isFull) ? ", at full size" : "";
  const state = broken.length > 0 ? `**broken** in ${broken.join(", ")}` : `held`;
  return `${state}, ${count} files with ${tests} tests${size}, ${when}; ${where}`;
}

/**
 * A page with the lines as they are known here. One of a whole run gives way only to another of a whole run, or to one that broke.
 * @param {string} page @param {ClaudeResults} results @param {string[]} all the files that there are
 */
export function pageWithResults(page, results, all) {
  const last = BLOCK.exec(page)?.[0] ?? "";
  const lines = new Map([...last.matchAll(/^- (\S+): (.*)$/gm)].map(([, version, line]) => [version, line]));
  for (const [version, one] of Object.entries(results)) {
    const line = told(one, all);
    if (line === undefined) continue;
    const isLess = /^held, \d+ of/.test(line) && /^held, all/.test(lines.get(version) ?? "");
    if (!isLess) lines.set(version, line);
  }
  const sorted = [...lines].sort(([a], [b]) => b.localeCompare(a, "en", { numeric: true }));
  return page.replace(BLOCK, () => `\n${sorted.map(([version, line]) => `- ${version}: ${line}`).join("\n")}\n`);
}
