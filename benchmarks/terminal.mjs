// The terminal alone, without a PTY: bytes in memory until they are on the screen. The yardsticks are @xterm/headless, driven through its
// internal synchronous entry, which is the faster of its two, and Rust's vt100.
import { createRequire } from "node:module";
import { Terminal as Ours } from "../dist/core/screen/index.js";
import { recordPrograms } from "./recorder.mjs";
import { MAIN_KINDS, USUAL_SIZE, WORKLOADS, repeated, workloadText, writeWorkload } from "./workloads.mjs";
import { buildVt100, vt100Alone } from "./yardsticks/others.mjs";

const CHUNK = 65_536;
const TINY = "tiny writes";
const { Terminal: Theirs } = createRequire(import.meta.url)("@xterm/headless");

/** @typedef {import("./workloads.mjs").Size} Size */

/** As the kernel hands output out. @param {Buffer} bytes */
function* large(bytes) {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

/** 1 to 16 bytes at a time, through the middle of sequences and characters. @param {Buffer} bytes */
function* tiny(bytes) {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = 1 + ((i * 7) % 16);
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

/** Megabytes a second. @param {Buffer[]} chunks @param {(chunk: Buffer) => void} write */
function rate(chunks, write) {
  let bytes = 0;
  const start = performance.now();
  for (const chunk of chunks) {
    write(chunk);
    bytes += chunk.length;
  }
  return bytes / 1e3 / (performance.now() - start);
}

/** @param {Buffer[]} chunks @param {Size} size */
function ours(chunks, size) {
  const terminal = new Ours({ ...size, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  return rate(chunks, (chunk) => {
    for (let at = 0; at < chunk.length;) at = terminal.write(chunk, at);
  });
}

/** @param {Buffer[]} chunks @param {Size} size */
function theirs(chunks, size) {
  const terminal = new Theirs({ ...size, scrollback: 0, allowProposedApi: true, logLevel: "off" });
  return rate(chunks, (chunk) => terminal._core.writeSync(chunk));
}

/** @param {number[]} values */
const geometricMean = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** @param {import("./run.mjs").Bench} bench */
export async function runTerminal({ scratch, rounds, isQuick, measure, row }) {
  const megabytes = isQuick ? 3 : 10;
  const vt100 = buildVt100();
  /** @type {Record<string, Record<string, number[]>>} */
  const measured = {};
  /** @param {string} kind @param {string} text @param {Size} size @param {(bytes: Buffer) => Iterable<Buffer>} cut */
  const compare = async (kind, text, size, cut) => {
    const bytes = Buffer.from(text);
    const chunks = [...cut(bytes)];
    const file = writeWorkload(scratch, `alone ${kind}`, megabytes, text);
    const results = await measure(`terminal, ${kind}`, rounds, {
      ptywright: async () => ours(chunks, size),
      "@xterm/headless": async () => theirs(chunks, size),
      ...(vt100 && cut === large && { vt100: async () => bytes.length / 1e6 / vt100Alone(vt100, file, size) }),
    });
    measured[kind] = results;
    const isDetail = !MAIN_KINDS.includes(kind);
    const bars = { "@xterm/headless": isDetail ? 1 : 1.3 };
    row({ work: `terminal alone, ${kind}`, unit: "MB/s", better: "higher", results, bars, isDetail });
  };
  // A terminal gets what the kernel makes of it: line ends with a carriage return.
  const made = (/** @type {string} */ kind) => workloadText(kind, megabytes).replaceAll("\n", "\r\n");
  for (const [kind, { size }] of Object.entries(WORKLOADS)) await compare(kind, made(kind), size, large);
  await compare(TINY, made("mix"), USUAL_SIZE, tiny);
  for (const [program, recording] of Object.entries(await recordPrograms(scratch)))
    await compare(program, repeated(recording, megabytes), USUAL_SIZE, large);
  const mean = (/** @type {string} */ who) => [
    geometricMean(MAIN_KINDS.map((kind) => Math.max(...measured[kind][who]))),
  ];
  row({
    work: `terminal alone, geometric mean of ${MAIN_KINDS.length} kinds`,
    unit: "MB/s",
    better: "higher",
    results: { ptywright: mean("ptywright"), "@xterm/headless": mean("@xterm/headless") },
    bars: { "@xterm/headless": 2 },
  });
}
