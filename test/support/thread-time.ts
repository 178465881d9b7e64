import { readFileSync } from "node:fs";

/** What the main thread of a process had of the processor so far, in ms. What a busy machine takes from it is not its doing. */
export function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;
}
