// npm run bench [-- --quick] [--only=bulk,rpc]: every figure is a ratio to a yardstick measured in the same run, interleaved, because
// absolute times on a shared machine mean nothing. Fails when a ratio misses its bar or falls below the baseline.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { writePlots } from "./plots.mjs";
import { runBulk } from "./bulk.mjs";
import { runFairness } from "./fairness.mjs";
import { runPlugins } from "./plugins.mjs";
import { runRedaction } from "./redaction.mjs";
import { runRoundTrip } from "./round-trip.mjs";
import { runRpc } from "./rpc.mjs";
import { runRpcSnapshot } from "./rpc-snapshot.mjs";
import { runSessions } from "./sessions.mjs";
import { runSnapshots } from "./snapshots.mjs";
import { runStart } from "./start.mjs";
import { runTerminal } from "./terminal.mjs";
import { runTransient } from "./transient.mjs";

/**
 * @typedef {Record<string, { best: number, median: number }>} Results
 * @typedef {{ work: string, unit: string, better: "higher" | "lower", results: Results, bars: Record<string, number>, floor?: number | undefined, ceiling?: number | undefined }} Row
 * @typedef {{ name: string, unit: string, xLabel: string, x: number[], y: number[] }} Series
 * @typedef {{ name: string, unit: string, contenders: Record<string, number[]> }} Distribution
 * @typedef {object} Bench
 * @property {string} scratch
 * @property {boolean} isQuick
 * @property {number} rounds
 * @property {number} megabytes
 * @property {(what: string, rounds: number, contenders: Record<string, () => Promise<number>>) => Promise<Record<string, number[]>>} measure
 * @property {(row: Omit<Row, "results"> & { results: Record<string, number[]> }) => void} row
 * @property {(series: Series) => void} series how a cost grows, for the plots
 * @property {(distribution: Distribution) => void} distribution sorted samples, for the plots
 * @property {(text: string) => void} progress
 */

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

/** @type {Row[]} */
const rows = [];
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
  const best = rest.better === "higher" ? Math.max : Math.min;
  /** @type {Results} */
  const summary = Object.fromEntries(
    Object.entries(results).map(([name, values]) => [name, { best: best(...values), median: median(values) }]),
  );
  rows.push({ ...rest, results: summary });
}

/** How many times as good as the yardstick, whichever way the unit points. @param {Row} row @param {string} name @param {"best" | "median"} which */
function ratio({ results, better }, name, which) {
  const [ours, theirs] = [results.ptywright[which], results[name][which]];
  return better === "higher" ? ours / theirs : theirs / ours;
}

/** Small ratios need their third digit. @param {number} value */
const digits = (value) => (value < 1 ? value.toPrecision(2) : value.toFixed(2));

/** @type {Bench} */
const bench = {
  scratch,
  isQuick,
  rounds: isQuick ? 3 : 7,
  megabytes: isQuick ? 20 : 100,
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
  redaction: runRedaction,
  terminal: runTerminal,
  start: runStart,
  rpc: runRpc,
  "rpc-snapshot": runRpcSnapshot,
  snapshots: runSnapshots,
  transient: runTransient,
  sessions: runSessions,
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
for (const [name, run] of Object.entries(works)) if (only?.includes(name) ?? true) await run(bench);

/** @type {Record<string, { ratio: number, tolerance: number }>} */
const baseline = JSON.parse(readFileSync(join(import.meta.dirname, "baseline.json"), "utf8")).ratios;
/** @type {Record<string, number>} */
const ratios = {};
const failures = [];
for (const entry of rows) {
  console.log(`\n${entry.work} (${entry.unit}, ${entry.better} is better)`);
  for (const [name, { best, median: middle }] of Object.entries(entry.results)) {
    const times =
      name === "ptywright"
        ? ""
        : `   ptywright is ${digits(ratio(entry, name, "median"))} x as good, ${digits(ratio(entry, name, "best"))} at best`;
    console.log(
      `  ${name.padEnd(18)} median ${middle.toFixed(3).padStart(9)}   best ${best.toFixed(3).padStart(9)}${times}`,
    );
  }
  // The absolute figures: what callers may count on whatever the yardstick does.
  const { best } = entry.results.ptywright;
  if (entry.floor !== undefined && best < entry.floor)
    failures.push(`${entry.work}: ${best.toFixed(1)} ${entry.unit}, at least ${entry.floor} are needed`);
  if (entry.ceiling !== undefined && best > entry.ceiling)
    failures.push(`${entry.work}: ${best.toFixed(3)} ${entry.unit}, at most ${entry.ceiling} are allowed`);
  for (const name of Object.keys(entry.bars))
    if (entry.results[name] === undefined) console.log(`  (no ${name} here: its bar was not checked)`);
  for (const name of Object.keys(entry.results).filter((who) => who !== "ptywright")) {
    const key = `${entry.work} / ${name}`;
    // Neighbours on the machine only ever slow a round down, and not both contenders alike: the verdict is on the best ones.
    ratios[key] = ratio(entry, name, "best");
    // A bar on a lower-is-better row says how many times the yardstick's time we may take.
    const needed = entry.better === "higher" ? entry.bars[name] : 1 / entry.bars[name];
    if (ratios[key] < needed) failures.push(`${key}: ${ratios[key].toFixed(2)}, the bar is ${needed.toFixed(2)}`);
    const known = baseline[key];
    if (known !== undefined && ratios[key] < known.ratio * known.tolerance)
      failures.push(`${key}: ${ratios[key].toPrecision(3)}, the baseline is ${known.ratio} x ${known.tolerance}`);
  }
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
if (!isQuick && only === undefined) writePlots();
console.log(`\n${machine}; ${((performance.now() - started) / 1000).toFixed(0)} s; benchmarks/results/latest.json`);
if (failures.length === 0) console.log("Every bar held.");
else {
  console.error(`\nToo slow:\n  ${failures.join("\n  ")}`);
  process.exit(1);
}
