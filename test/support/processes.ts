import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** True while the process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat[stat.lastIndexOf(")") + 2] !== "Z";
  } catch {
    return false;
  }
}

/** Our own children that ended and were not waited for. */
export function zombies(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").pop()?.split(" ") ?? [];
        return fields[0] === "Z" && Number(fields[1]) === process.pid;
      } catch {
        return false;
      }
    })
    .map(Number);
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
