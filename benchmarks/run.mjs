// npm run bench [-- --quick] [--only=bulk,rpc]: every figure is a ratio to a yardstick measured in the same run, interleaved, because
// absolute times on a shared machine mean nothing. A full run fails when a ratio misses its bar; every run when one falls below the
// baseline, or an absolute limit is broken.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { problemsOf, ratio } from "./verdict.mjs";
import { recordResults, splitTitle } from "../scripts/guarantee-results.mjs";
import { runBulk } from "./bulk.mjs";
import { runFairness } from "./fairness.mjs";
import { runMemory } from "./memory.mjs";
import { runPlugins } from "./plugins.mjs";
import { runRedaction } from "./redaction.mjs";
import { runRoundTrip } from "./round-trip.mjs";
import { runRpc } from "./rpc.mjs";
import { runRpcSnapshot } from "./rpc-snapshot.mjs";
import { runSessions } from "./sessions.mjs";
import { runSnapshots } from "./snapshots.mjs";
import { runAttach } from "./attach.mjs";
import { runStart } from "./start.mjs";
import { runTerminal } from "./terminal.mjs";
import { runTransient } from "./transient.mjs";
import { runTurnEnd } from "./turn-end.mjs";

/**
 * @typedef {Record<string, { best: number, median: number }>} Results
 * @typedef {{ work: string, unit: string, better: "higher" | "lower", results: Results, bars: Record<string, number>, guarantee?: string, isDetail?: boolean, floor?: number | undefined, ceiling?: number | undefined }} Row
 * @typedef {{ name: string, unit: string, xLabel: string, x: number[], y: number[] }} Series
 * @typedef {{ name: string, unit: string, contenders: Record<string, number[]> }} Distribution
 * @typedef {object} Bench
 * @property {string} scratch
 * @property {boolean} isQuick
 * @property {number} rounds
 * @property {(what: string, rounds: number, contenders: Record<string, () => Promise<number>>) => Promise<Record<string, number[]>>} measure
 * @property {(row: Omit<Row, "results"> & { results: Record<string, number[]> }) => void} row
 * @property {(series: Series) => void} series how a cost grows, for the plots
 * @property {(distribution: Distribution) => void} distribution sorted samples, for the plots
 * @property {(text: string) => void} progress
 */

/** How often a work that seems too slow is measured again. */
const MORE_ROUNDS = 2;

const strangers = process.argv.slice(2).filter((arg) => arg !== "--quick" && !arg.startsWith("--only="));
if (strangers.length > 0) {
  console.error("npm run bench [-- --quick] [-- --only=bulk,rpc]; docs/performance.md says more");
  process.exit(strangers.includes("--help") ? 0 : 2);
}
const isQuick = process.argv.includes("--quick");
const scratch = mkdtempSync(join(tmpdir(), "ptywright-bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
process.env.PTYWRIGHT_HOME = scratch;

/** What was measured for a row so far, and by which benchmark. @type {Map<string, { runner: string, rest: Omit<Row, "results">, samples: Record<string, number[]> }>} */
const measured = new Map();
let runner = "";
/** @type {Series[]} */
const series = [];
/** @type {Distribution[]} */
const distributions = [];

/** One line that overwrites itself; an empty one takes it away. @type {Bench["progress"]} */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** Takes turns, so that a noisy minute hits all alike. @type {Bench["measure"]} */
async function measure(what, rounds, contenders) {
  /** @type {Record<string, number[]>} */
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    progress(`${what}: round ${round} of ${rounds}`);
    for (const [name, run] of Object.entries(contenders)) samples[name].push(await run());
  }
  progress("");
  return samples;
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** @type {Bench["row"]} */
function row({ results, ...rest }) {
  const before = measured.get(rest.work)?.samples;
  const all = Object.fromEntries(
    Object.entries(results).map(([name, values]) => [name, [...(before?.[name] ?? []), ...values]]),
  );
  measured.set(rest.work, { runner, rest, samples: all });
}

/** @returns {(Row & { runner: string })[]} */
const rowsSoFar = () =>
  [...measured.values()].map(({ runner: by, rest, samples }) => {
    const best = rest.better === "higher" ? Math.max : Math.min;
    const results = Object.fromEntries(
      Object.entries(samples).map(([name, values]) => [name, { best: best(...values), median: median(values) }]),
    );
    return { ...rest, runner: by, results };
  });

/** Small ratios need their third digit. @param {number} value */
const digits = (value) => (value < 1 ? value.toPrecision(2) : value.toFixed(2));

/** @type {Bench} */
const bench = {
  scratch,
  isQuick,
  rounds: isQuick ? 3 : 7,
  measure,
  row,
  series: (entry) => series.push(entry),
  distribution: (entry) => distributions.push(entry),
  progress,
};
const started = performance.now();
const works = {
  bulk: runBulk,
  "round-trip": runRoundTrip,
  plugins: runPlugins,
  "turn-end": runTurnEnd,
  redaction: runRedaction,
  terminal: runTerminal,
  start: runStart,
  attach: runAttach,
  rpc: runRpc,
  "rpc-snapshot": runRpcSnapshot,
  snapshots: runSnapshots,
  transient: runTransient,
  sessions: runSessions,
  memory: runMemory,
  fairness: runFairness,
};
const only = process.argv
  .find((arg) => arg.startsWith("--only="))
  ?.slice("--only=".length)
  .split(",");
const unknown = only?.filter((name) => !Object.hasOwn(works, name)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(works).join(", ")}.`);
  process.exit(2);
}
/** @param {Bench} how @param {(name: string) => boolean} isWanted */
async function runWorks(how, isWanted) {
  for (const [name, run] of Object.entries(works)) {
    if (!isWanted(name)) continue;
    runner = name;
    await run(how);
  }
}

/** @type {Record<string, { ratio: number, tolerance: number }>} */
const baseline = JSON.parse(readFileSync(join(import.meta.dirname, "baseline.json"), "utf8")).ratios;
const slowRows = () => rowsSoFar().filter((entry) => problemsOf(entry, baseline, isQuick).length > 0);

await runWorks(bench, (name) => only?.includes(name) ?? true);
// A busy neighbour can spoil all rounds of a minute. More of them tell it from a loss, which no number of rounds makes good.
const again = { ...bench, series: () => undefined, distribution: () => undefined };
for (let more = 0; more < MORE_ROUNDS && slowRows().length > 0; more++) {
  const slow = slowRows();
  console.log(`measuring more rounds of ${slow.map(({ work }) => work).join("; ")}`);
  await runWorks(again, (name) => slow.some((entry) => entry.runner === name));
}

const rows = rowsSoFar();
/** @type {Record<string, number>} */
const ratios = {};
const failures = rows.flatMap((entry) => problemsOf(entry, baseline, isQuick));
for (const entry of rows) {
  console.log(`\n${entry.work} (${entry.unit}, ${entry.better} is better)`);
  for (const [name, { best, median: middle }] of Object.entries(entry.results)) {
    if (name !== "ptywright") ratios[`${entry.work} / ${name}`] = ratio(entry, name, "best");
    const times =
      name === "ptywright"
        ? ""
        : `   ptywright is ${digits(ratio(entry, name, "median"))} x as good, ${digits(ratio(entry, name, "best"))} at best`;
    console.log(
      `  ${name.padEnd(18)} median ${middle.toFixed(3).padStart(9)}   best ${best.toFixed(3).padStart(9)}${times}`,
    );
  }
  for (const name of Object.keys(entry.bars))
    if (entry.results[name] === undefined) console.log(`  (no ${name} here: its bar was not checked)`);
}
for (const { name, unit, xLabel, x, y } of series) {
  console.log(`\n${name} (${unit} by ${xLabel})`);
  for (const [i, value] of y.entries())
    console.log(`  ${String(x[i]).padStart(10)}   ${value.toFixed(4).padStart(10)}`);
}

const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, ${process.platform}, Node ${process.versions.node}`;
const folder = join(import.meta.dirname, "results");
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, "latest.json"),
  `${JSON.stringify({ date: new Date().toISOString(), machine, isQuick, ratios, rows, series, distributions }, null, 2)}\n`,
);
// Here, so that a library for charts is no part of what was measured.
if (!isQuick && only === undefined) (await import("./plots.mjs")).writePlots();
/** @type {Record<string, import("../scripts/guarantee-results.mjs").Outcome[]>} */
const proofs = {};
for (const entry of rows.filter(({ guarantee }) => guarantee !== undefined)) {
  const outcome = {
    ...splitTitle(entry.guarantee ?? ""),
    passed: problemsOf(entry, baseline, isQuick).length === 0,
    ms: Math.round(performance.now() - started),
    figures: `${entry.work}: ${entry.results.ptywright.best.toFixed(1)} ${entry.unit}`,
  };
  (proofs[`benchmarks/${entry.runner}.mjs`] ??= []).push(outcome);
}
recordResults("bench", proofs);
console.log(`\n${machine}; ${((performance.now() - started) / 1000).toFixed(0)} s; benchmarks/results/latest.json`);
if (failures.length === 0) console.log("Every bar held.");
else {
  console.error(`\nToo slow:\n  ${failures.join("\n  ")}`);
  process.exit(1);
}
