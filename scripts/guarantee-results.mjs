// What tests, soaks and benchmarks that carry ids of guarantees/catalogue.json last gave, kept file by file in build/guarantees, so that a run of
// some of them leaves the results of the others as they were.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, release, type } from "node:os";
import { dirname, join } from "node:path";

/**
 * @typedef {"test" | "soak" | "bench"} Kind
 * @typedef {object} Outcome
 * @property {string[]} ids
 * @property {string} title without its ids
 * @property {boolean} passed
 * @property {string} [skipped] why it was not run
 * @property {number} ms
 * @property {string} [figures] what was counted or measured
 * @property {boolean} [isShort] less than a full run was done
 * @typedef {{ date: string, machine: string, outcomes: Outcome[] }} FileResults
 * @typedef {Record<string, FileResults>} Results by source file
 */

/** @type {readonly Kind[]} */
export const KINDS = ["test", "soak", "bench"];
const root = dirname(import.meta.dirname);
export const RESULTS_FOLDER = join(root, "build", "guarantees");

/** What scripts/hunt-flakes.mjs found. */
export const FLAKES_FILE = join(RESULTS_FOLDER, "flakes.json");

/** @typedef {{ runs: number, failures: Record<string, number>, date: string, machine: string }} Flakes by title */

/** @returns {Flakes | undefined} */
export function readFlakes() {
  try {
    return JSON.parse(readFileSync(FLAKES_FILE, "utf8"));
  } catch {
    // Nobody has hunted since the folder was made.
    return undefined;
  }
}

/** A title's ids, and the title without them: "B3, B4: nothing is left" has two. @param {string} title */
export function splitTitle(title) {
  const found = /^([A-Z]\d+(?:, [A-Z]\d+)*): ([^]*)$/.exec(title);
  return found === null ? { ids: [], title } : { ids: found[1].split(", "), title: found[2] };
}

/** What a result depends on, and nothing that says whose machine it was. */
export const machine = () =>
  `Node ${process.versions.node}, ${type()} ${release().split(/[-+]/)[0]}, ${availableParallelism()} cores`;

/** @param {Kind} kind @returns {Results} */
export function readResults(kind) {
  try {
    return JSON.parse(readFileSync(join(RESULTS_FOLDER, `${kind}.json`), "utf8"));
  } catch {
    // Nothing of this kind has been run since the folder was made.
    return {};
  }
}

/** Puts the results of the files that were run in place of their last ones. @param {Kind} kind @param {Record<string, Outcome[]>} byFile */
export function recordResults(kind, byFile) {
  const results = readResults(kind);
  const date = new Date().toISOString().slice(0, 10);
  for (const [file, outcomes] of Object.entries(byFile)) {
    if (outcomes.length > 0) results[file] = { date, machine: machine(), outcomes };
    else delete results[file];
  }
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  writeFileSync(join(RESULTS_FOLDER, `${kind}.json`), JSON.stringify(results, undefined, 1));
}
