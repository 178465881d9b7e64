import { readFileSync } from "node:fs";

/**
 * How long the main thread of a process was ready to run while others had the processor, in ms: what a busy machine took from it so far. Time
 * that it slept or was stuck in a system call is not in it. Where the system does not tell, nothing is.
 */
export function mainThreadWaitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "latin1").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
