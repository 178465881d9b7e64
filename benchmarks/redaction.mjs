// Redaction of ordinary source code, which has hardly a secret in it and must cost little. The yardstick is one native pass
// over the same text: JSON.stringify looks at every character once.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { RedactionPolicy } from "ptywright";
import { Terminal, redactSnapshot } from "../dist/core/screen/index.js";

const MEGABYTES = 8;
/** A screen takes so little that a round of it would only show what is new to the machine. */
const SCREENS = 10;

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
  row({
    work: "redaction, source code",
    unit: "MB/s",
    better: "higher",
    results,
    bars: {},
    floor: 50,
    guarantee: "S11: 50 MB of source code a second",
  });
  const terminal = new Terminal({ rows: 50, cols: 200, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  const bytes = Buffer.from(source.slice(0, 60_000).replaceAll("\n", "\r\n"), "latin1");
  for (let at = 0; at < bytes.length;) at = terminal.write(bytes, at);
  let sequence = 0;
  const screens = await measure("redaction of a screen", rounds * SCREENS, {
    ptywright: async () => {
      // What was found on an unchanged screen is kept, and nothing is looked for before it is asked for.
      terminal.write(Buffer.from(`\x1b[Hround ${++sequence}`), 0);
      const start = performance.now();
      const { plainText, cells } = redactSnapshot(terminal.snapshot(sequence), policy);
      if (plainText.length < 1_000 || cells.length !== 10_000) throw new Error("the screen is not full");
      return performance.now() - start;
    },
  });
  row({
    work: "redaction, a screen of 50 by 200",
    unit: "ms",
    better: "lower",
    results: screens,
    bars: {},
    ceiling: 5,
    guarantee: "S11: a full screen of 50 by 200 within 5 ms",
  });
}
