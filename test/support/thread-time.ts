import { readFileSync } from "node:fs";

/**
 * How long a thread was ready to run while others had the processor, in ms: what a busy machine took from it so far. Time that it slept or
 * was stuck in a system call is not in it. Where the system does not tell, nothing is.
 */
function waitedMs(path: string): number {
  try {
    return Number(readFileSync(path, "latin1").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** What others took from this thread so far. */
export const threadWaitedMs = (): number => waitedMs("/proc/thread-self/schedstat");

/** What others took from the main thread of a process so far. */
export const mainThreadWaitedMs = (pid: number): number => waitedMs(`/proc/${pid}/task/${pid}/schedstat`);
