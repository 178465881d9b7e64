import { readFileSync } from "node:fs";

/** The most memory that a process has had at once, in bytes, as Linux tells it. */
export function peakMemory(pid: number): number {
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(kib) * 1024;
}
