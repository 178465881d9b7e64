import { readFileSync, readdirSync } from "node:fs";

/**
 * How long the main thread of a process was ready to run while others had the processor, in ms: what a busy machine took from it so far. Time
 * that it slept or was stuck in a system call is not in it. Where the system does not tell, nothing is.
 */
export function mainThreadWaitedMs(pid: number): number {
  return threadWaitedMs(pid, String(pid));
}

/** The same of all its threads together: for work that the main thread has others do. */
export function allThreadsWaitedMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadWaitedMs(pid, thread), 0);
  } catch {
    return 0;
  }
}

function threadWaitedMs(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
