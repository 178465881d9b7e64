import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";

/** Time on the processor: of this thread, or of all of them where the system does not tell. */
const cpuMs = (): number => {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
};

/**
 * The longest time for which we held up the event loop while `work` ran: the largest gap between two turns. A gap counts
 * only as far as we used the processor in it; what other processes took from us on a busy machine is not our doing.
 */
export async function longestBlockMs(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  const watch = (async () => {
    let last = performance.now();
    let lastCpu = cpuMs();
    while (isRunning) {
      await turn();
      const now = performance.now();
      const cpu = cpuMs();
      longest = Math.max(longest, Math.min(now - last, cpu - lastCpu));
      last = now;
      lastCpu = cpu;
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
