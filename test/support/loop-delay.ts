import { setImmediate as turn } from "node:timers/promises";

/** The longest time for which the event loop was held up while `work` ran: the largest gap between two turns. */
export async function longestBlockMs(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  const watch = (async () => {
    let last = performance.now();
    while (isRunning) {
      await turn();
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await work();
  isRunning = false;
  await watch;
  return longest;
}
