import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";

/** Time on the processor of this thread alone; where the system does not tell, any time counts. */
function threadMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** The longest time for which this thread held up its event loop while `work` ran, other threads and processes left out. */
export async function longestOwnBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  const watch = (async () => {
    for (let last = threadMs(); isRunning;) {
      await turn();
      const now = threadMs();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  try {
    await work();
  } finally {
    isRunning = false;
    await watch;
  }
  return longest;
}
