import { readFileSync } from "node:fs";

/** Whether we were started by this process, or by one that it started. Nobody knows where there is no /proc. */
export function isAncestor(pid: number): boolean {
  for (let at = process.ppid; at > 1; at = parentOf(at)) if (at === pid) return true;
  return false;
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Its name, in parentheses, may have any character in it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}
