// Memory: what one more session holds while nothing happens, and what 10,000 rows of history take. We keep them as the transcript, the others as
// rows of cells. Always the resident memory of a process of its own, beyond what it had with the first of its kind.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { makeHistory } from "./workloads.mjs";
import { hasTmux, memoryEach as tmuxMemoryEach } from "./yardsticks/tmux.mjs";

const HOLDER = join(import.meta.dirname, "memory-holder.mjs");
const HISTORIES = 8;
const ROUNDS = 3;

/** Kilobytes for each of `count`, idle unless there is a file to print. @param {string} kind @param {number} count @param {string} [file] */
async function holding(kind, count, file) {
  const child = fork(HOLDER, [kind, String(count), ...(file === undefined ? [] : [file])], {
    execArgv: ["--expose-gc"],
  });
  const [kilobytes] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`memory-holder.mjs ended with ${code}`))),
  ]);
  return kilobytes;
}

/** @param {import("./run.mjs").Bench} bench */
export async function runMemory({ scratch, isQuick, measure, row }) {
  const rounds = isQuick ? 1 : ROUNDS;
  /** @param {string} work @param {number} count @param {string} [file] */
  const compare = async (work, count, file) => {
    const results = await measure(work, rounds, {
      ptywright: () => holding("ptywright", count, file),
      "@xterm/headless": () => holding("xterm", count, file),
      ...(hasTmux() && { tmux: () => tmuxMemoryEach(count, file) }),
    });
    row({ work, unit: "KB each", better: "lower", results, bars: { "@xterm/headless": 1 } });
  };
  await compare("memory, an idle session", isQuick ? 100 : 300);
  await compare("memory, 10,000 plain rows of history", HISTORIES, makeHistory(scratch, "plain lines"));
  await compare("memory, 10,000 rows of history in 24-bit colour", HISTORIES, makeHistory(scratch, "24-bit colour"));
}
