// Start: `--version` and `screen` until they have ended, `serve` until it has answered, against a Node that does nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BIN = join(import.meta.dirname, "..", "bin", "ptywright");
const QUESTION = '{"jsonrpc":"2.0","id":1,"method":"server.capabilities"}\n';
const SAMPLES = 7;

/** @param {string[]} args @param {NodeJS.ProcessEnv} env */
async function untilEnd(args, env = process.env) {
  const start = performance.now();
  const [code] = await once(spawn(process.execPath, args, { stdio: "ignore", env }), "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
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
  const home = mkdtempSync(join(tmpdir(), "ptywright-bench-"));
  const env = { ...process.env, PTYWRIGHT_HOME: home };
  await untilEnd([BIN, "new", "--name", "web", "--", "cat"], env);
  for (const [work, ours, bar] of /** @type {[string, () => Promise<number>, number][]} */ ([
    ["start, --version", () => untilEnd([BIN, "--version"]), 1.5],
    ["start, screen of a session", () => untilEnd([BIN, "screen", "web"], env), 2],
    ["start, serve until it answers", untilAnswer, 2.5],
  ])) {
    const results = await measure(work, rounds * SAMPLES, { ptywright: ours, "bare node": bare });
    row({ work, unit: "ms", better: "lower", results, bars: { "bare node": bar } });
  }
  await untilEnd([BIN, "server", "stop"], env);
  rmSync(home, { recursive: true });
}
