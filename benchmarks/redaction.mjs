// Redaction of ordinary source code, which has hardly a secret in it and must cost little. The yardstick is one native pass
// over the same text: JSON.stringify looks at every character once.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { RedactionPolicy } from "ptywright";

const MEGABYTES = 8;

/** @param {import("./run.mjs").Bench} bench */
export async function runRedaction({ rounds, measure, row }) {
  const source = readFileSync(createRequire(import.meta.url).resolve("typescript"), "latin1").slice(0, MEGABYTES * 1e6);
  const policy = RedactionPolicy.default();
  /** @param {() => string} work */
  const rate = (work) => {
    const start = performance.now();
    work();
    return source.length / 1e3 / (performance.now() - start);
  };
  const results = await measure("redaction", rounds, {
    ptywright: async () => rate(() => policy.redact(source)),
    "JSON.stringify": async () => rate(() => JSON.stringify(source)),
  });
  row({ work: "redaction, source code", unit: "MB/s", better: "higher", results, bars: {}, floor: 50 });
}
