import { setImmediate as turn } from "node:timers/promises";
import { threadWaitedMs } from "./thread-time.js";

/**
 * The longest time for which we held up the event loop while `work` ran: the largest gap between two turns, whether we worked in it or
 * waited for something. What other processes took from us on a busy machine is not our doing.
 */
export async function longestBlockMs(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  const ownClock = (): number => performance.now() - threadWaitedMs();
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
