// The terminal alone, without a PTY: bytes in memory until they are on the screen. The yardstick is @xterm/headless, driven
// through its internal synchronous entry, which is the faster of its two.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Terminal as Ours } from "../dist/core/screen/index.js";
import { WORKLOADS, makeWorkload } from "./workloads.mjs";

const MEGABYTES = 10;
const CHUNK = 65_536;
const { Terminal: Theirs } = createRequire(import.meta.url)("@xterm/headless");

/** @param {Buffer} bytes @param {(chunk: Buffer) => void} write */
function rate(bytes, write) {
  const start = performance.now();
  for (let at = 0; at < bytes.length; at += CHUNK) write(bytes.subarray(at, at + CHUNK));
  return bytes.length / 1e3 / (performance.now() - start);
}

/** @param {Buffer} bytes */
function ours(bytes) {
  const terminal = new Ours({ rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  return rate(bytes, (chunk) => {
    for (let at = 0; at < chunk.length;) at = terminal.write(chunk, at);
  });
}

/** @param {Buffer} bytes */
function theirs(bytes) {
  const terminal = new Theirs({ rows: 24, cols: 80, scrollback: 0, allowProposedApi: true, logLevel: "off" });
  return rate(bytes, (chunk) => terminal._core.writeSync(chunk));
}

/** @param {import("./run.mjs").Bench} bench */
export async function runTerminal({ scratch, rounds, measure, row }) {
  for (const name of Object.keys(WORKLOADS)) {
    // A terminal gets what the kernel makes of it: line ends with a carriage return.
    const bytes = Buffer.from(readFileSync(makeWorkload(scratch, name, MEGABYTES), "utf8").replaceAll("\n", "\r\n"));
    const results = await measure(`terminal, ${name}`, rounds, {
      ptywright: async () => ours(bytes),
      "@xterm/headless": async () => theirs(bytes),
    });
    row({ work: `terminal alone, ${name}`, unit: "MB/s", better: "higher", results, bars: { "@xterm/headless": 1 } });
  }
}
