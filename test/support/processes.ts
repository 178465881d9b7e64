import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Why a test that looks into /proc is left out; false where it can run. */
export const NEEDS_PROC = process.platform === "linux" ? false : "looks into /proc, which only Linux has";

/** What proc(5) tells about a process after its name: state, parent, group, session, terminal, foreground group. */
export function statFields(stat: string): string[] {
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .trim()
    .split(" ");
}

function readStat(pid: number): string[] | undefined {
  try {
    return statFields(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return undefined;
  }
}

/** True while the process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== undefined && stat[0] !== "Z";
}

/** Those included that ended and were not waited for. */
export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(readStat(pid)?.[1]) === parent);
}

/** Our own children, those included that ended and were not waited for. */
export const children = (): number[] => childrenOf(process.pid);

/** The name of the program that a process runs. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

/** Processes of the session that this process leads, itself included. */
export function sessionMembers(leader: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(readStat(pid)?.[3]) === leader && isAlive(pid));
}

/** Our own children that ended and were not waited for. */
export function zombies(): number[] {
  return children().filter((pid) => readStat(pid)?.[0] === "Z");
}

export function openDescriptors(): number {
  return readdirSync("/proc/self/fd").length;
}

/**
 * For what has no event to wait for: processes that are not ours, descriptors that close a moment later. Returns the last
 * value, whether or not it passed.
 */
export async function eventually<T>(look: () => T, isGood: (value: T) => boolean, limitMs: number): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = look();
    if (isGood(value) || performance.now() > deadline) return value;
    await delay(10);
  }
}
