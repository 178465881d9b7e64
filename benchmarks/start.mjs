// Start: `--version` until it has ended, `serve` until it has answered, against a Node that does nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const BIN = join(import.meta.dirname, "..", "bin", "ptywright");
const QUESTION = '{"jsonrpc":"2.0","id":1,"method":"server.capabilities"}\n';
const SAMPLES = 7;

/** @param {string[]} args */
async function untilEnd(args) {
  const start = performance.now();
  await once(spawn(process.execPath, args, { stdio: "ignore" }), "exit");
  return performance.now() - start;
}

async function untilAnswer() {
  const start = performance.now();
  const server = spawn(process.execPath, [BIN, "serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  server.stdin.write(QUESTION);
  await once(server.stdout, "data");
  const time = performance.now() - start;
  server.stdin.end();
  await once(server, "exit");
  return time;
}

/** @param {import("./run.mjs").Bench} bench */
export async function runStart({ rounds, measure, row }) {
  const bare = () => untilEnd(["-e", "0"]);
  for (const [work, ours, bar] of /** @type {[string, () => Promise<number>, number][]} */ ([
    ["start, --version", () => untilEnd([BIN, "--version"]), 1.5],
    ["start, serve until it answers", untilAnswer, 2.5],
  ])) {
    const results = await measure(work, rounds * SAMPLES, { ptywright: ours, "bare node": bare });
    row({ work, unit: "ms", better: "lower", results, bars: { "bare node": bar } });
  }
}
