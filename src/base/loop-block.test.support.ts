import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";

/** A clock that stands still while others have the processor that this thread waits for; where the system does not tell, it never does. */
function ownClock(): number {
  try {
    const waitedNs = Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[1]);
    return performance.now() - waitedNs / 1e6;
  } catch {
    return performance.now();
  }
}

/** The longest time for which this thread held up its event loop while `work` ran, other threads and processes left out. */
export async function longestOwnBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  const watch = (async () => {
    for (let last = ownClock(); isRunning;) {
      await turn();
      const now = ownClock();
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
