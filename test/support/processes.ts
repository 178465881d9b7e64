import { readFileSync, readdirSync } from "node:fs";

/** Why a test that looks into /proc is left out; false where it can run. */
export const NEEDS_PROC = process.platform === "linux" ? false : "looks into /proc, which only Linux has";

/** Descriptors that this process has open. */
export function openDescriptors(): number {
  // The list holds the descriptor that reads it.
  return readdirSync("/proc/self/fd").length - 1;
}

/** What proc(5) tells about a process after its name: state, parent, group, session, terminal, foreground group. */
export function statFields(text: string): string[] {
  return text
    .slice(text.lastIndexOf(")") + 2)
    .trim()
    .split(" ");
}

/** The processes that this one has started and that are not gone, zombies included. */
export function childProcesses(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid)) return false;
      try {
        return Number(statFields(readFileSync(`/proc/${pid}/stat`, "latin1"))[1]) === process.pid;
      } catch {
        return false;
      }
    });
}

/** Whether there is such a process, a zombie not counted. */
export function isAlive(pid: number): boolean {
  try {
    return statFields(readFileSync(`/proc/${pid}/stat`, "latin1"))[0] !== "Z";
  } catch {
    return false;
  }
}
