// node benchmarks/plots.mjs [results.json] [folder]: draws what the last run measured, for the documents. The same results
// give the same bytes.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { growth } from "./plot-growth.mjs";
import { latency } from "./plot-latency.mjs";
import { throughput } from "./plot-throughput.mjs";

const LATEST = join(import.meta.dirname, "results", "latest.json");
const PICTURES = join(import.meta.dirname, "..", "docs", "pictures");

/** Draws throughput.svg, latency.svg and growth.svg. */
export function writePlots(file = LATEST, folder = PICTURES) {
  const results = JSON.parse(readFileSync(file, "utf8"));
  mkdirSync(folder, { recursive: true });
  for (const [name, draw] of Object.entries({ throughput, latency, growth }))
    writeFileSync(join(folder, `${name}.svg`), draw(results));
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename)
  writePlots(process.argv[2], process.argv[3]);
