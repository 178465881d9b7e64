import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { setImmediate as immediate } from "node:timers/promises";

const PROCESSORS = cpus().length;

/** How old what the system told may be when a block begins; reading it takes a tenth of a millisecond. */
const MAX_AGE_MS = 5;

/** What the system told so far. */
interface Times {
  readonly atMs: number;
  readonly workedMs: number;
  /** How often this thread has gone to sleep by itself. A virtual machine that is stopped by its host stands still without. */
  readonly sleeps: number;
  /**
   * How long, at most, somebody on this machine was ready to run and could not: this thread, or one that it has to wait for, such as a helper that
   * collects its garbage, or the process at the other end of a terminal that was stopped with a lock of the kernel in its hands.
   */
  readonly crowdedMs: number;
}

/** Undefined where the system does not tell: other systems than Linux, and kernels that do not measure it. */
function times(): Times | undefined {
  try {
    const [workedNs] = readFileSync("/proc/thread-self/schedstat", "latin1").split(" ");
    const status = readFileSync("/proc/thread-self/status", "latin1");
    const pressure = readFileSync("/proc/pressure/cpu", "latin1");
    return {
      atMs: performance.now(),
      workedMs: Number(workedNs) / 1e6,
      sleeps: Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]),
      // The kernel tells the mean of the processors.
      crowdedMs: (PROCESSORS * Number(/^some .*total=(\d+)/m.exec(pressure)?.[1])) / 1e3,
    };
  } catch {
    return undefined;
  }
}

/** How much of the time between two looks this thread worked, or slept although the machine had room for everybody. */
function cpuMs(before: Times, after: Times): number {
  const worked = after.workedMs - before.workedMs;
  const elsewhere = after.atMs - before.atMs - worked - (after.crowdedMs - before.crowdedMs);
  return worked + (after.sleeps > before.sleeps ? Math.max(0, elsewhere) : 0);
}

/**
 * The longest time for which this thread held up its event loop while `work` ran, whether it worked or slept. What other processes took
 * from it is left out; where the system does not tell how much that was, it counts.
 */
export async function longestOwnBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  const watch = (async () => {
    let before = times();
    for (let last = performance.now(); isRunning;) {
      await immediate();
      const now = performance.now();
      const gapMs = now - last;
      last = now;
      const isLongest = gapMs > longest;
      if (!isLongest && now - (before?.atMs ?? now) < MAX_AGE_MS) continue;
      const after = times();
      if (isLongest) longest = Math.max(longest, Math.min(gapMs, before && after ? cpuMs(before, after) : gapMs));
      before = after;
      last = performance.now();
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
