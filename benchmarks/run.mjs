// npm run bench [-- --quick]: every figure is a ratio to a yardstick measured in the same run, interleaved, because
// absolute times on a shared machine mean nothing. Fails when a ratio misses its bar or falls below the baseline.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { runBulk } from "./bulk.mjs";
import { runRedaction } from "./redaction.mjs";
import { runRoundTrip } from "./round-trip.mjs";
import { runRpc } from "./rpc.mjs";
import { runStart } from "./start.mjs";
import { runTerminal } from "./terminal.mjs";

/**
 * @typedef {Record<string, { best: number, median: number }>} Results
 * @typedef {{ work: string, unit: string, better: "higher" | "lower", results: Results, bars: Record<string, number>, floor?: number }} Row
 * @typedef {object} Bench
 * @property {string} scratch
 * @property {number} rounds
 * @property {number} megabytes
 * @property {(what: string, rounds: number, contenders: Record<string, () => Promise<number>>) => Promise<Record<string, number[]>>} measure
 * @property {(row: Omit<Row, "results"> & { results: Record<string, number[]> }) => void} row
 */

const isQuick = process.argv.includes("--quick");
const scratch = mkdtempSync(join(tmpdir(), "ptywright-bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
process.env.PTYWRIGHT_HOME = scratch;

/** @type {Row[]} */
const rows = [];

/** Takes turns, so that a noisy minute hits all alike. @type {Bench["measure"]} */
async function measure(what, rounds, contenders) {
  /** @type {Record<string, number[]>} */
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}: round ${round} of ${rounds}`);
    for (const [name, run] of Object.entries(contenders)) samples[name].push(await run());
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
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

/** How many times as good as the yardstick, whichever way the unit points. @param {Row} row @param {string} name */
function ratio({ results, better }, name) {
  const [ours, theirs] = [results.ptywright.median, results[name].median];
  return better === "higher" ? ours / theirs : theirs / ours;
}

/** @type {Bench} */
const bench = { scratch, rounds: isQuick ? 3 : 5, megabytes: isQuick ? 20 : 100, measure, row };
const started = performance.now();
await runBulk(bench);
await runRoundTrip(bench);
await runRedaction(bench);
await runTerminal(bench);
await runStart(bench);
await runRpc(bench);

/** @type {Record<string, { ratio: number, tolerance: number }>} */
const baseline = JSON.parse(readFileSync(join(import.meta.dirname, "baseline.json"), "utf8")).ratios;
/** @type {Record<string, number>} */
const ratios = {};
const failures = [];
for (const entry of rows) {
  console.log(`\n${entry.work} (${entry.unit}, ${entry.better} is better)`);
  for (const [name, { best, median: middle }] of Object.entries(entry.results)) {
    const times = name === "ptywright" ? "" : `   ptywright is ${ratio(entry, name).toFixed(2)} x as good`;
    console.log(
      `  ${name.padEnd(18)} median ${middle.toFixed(3).padStart(9)}   best ${best.toFixed(3).padStart(9)}${times}`,
    );
  }
  // The one absolute figure: what callers may count on whatever the yardstick does.
  if (entry.floor !== undefined && entry.results.ptywright.best < entry.floor)
    failures.push(
      `${entry.work}: ${entry.results.ptywright.best.toFixed(1)} ${entry.unit}, at least ${entry.floor} are needed`,
    );
  for (const [name, bar] of Object.entries(entry.bars)) {
    if (entry.results[name] === undefined) {
      console.log(`  (no ${name} here: its bar was not checked)`);
      continue;
    }
    const key = `${entry.work} / ${name}`;
    // A bar on a lower-is-better row says how many times the yardstick's time we may take.
    const needed = entry.better === "higher" ? bar : 1 / bar;
    ratios[key] = ratio(entry, name);
    if (ratios[key] < needed) failures.push(`${key}: ${ratios[key].toFixed(2)}, the bar is ${needed.toFixed(2)}`);
    const known = baseline[key];
    if (known !== undefined && ratios[key] < known.ratio * known.tolerance)
      failures.push(
        `${key}: ${ratios[key].toFixed(2)}, the baseline is ${known.ratio.toFixed(2)} x ${known.tolerance}`,
      );
  }
}

const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, ${process.platform}, Node ${process.versions.node}`;
const folder = join(import.meta.dirname, "results");
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, "latest.json"),
  `${JSON.stringify({ date: new Date().toISOString(), machine, isQuick, ratios, rows }, null, 2)}\n`,
);
console.log(`\n${machine}; ${((performance.now() - started) / 1000).toFixed(0)} s; benchmarks/results/latest.json`);
if (failures.length > 0) {
  console.error(`\nToo slow:\n  ${failures.join("\n  ")}`);
  process.exit(1);
}
