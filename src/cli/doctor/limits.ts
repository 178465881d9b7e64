import { readFileSync, readdirSync } from "node:fs";
import type { Finding } from "./finding.js";

/** Descriptors that a session holds: both sides of its terminal. */
const FILES_A_SESSION = 2;
/** With room for fewer sessions than this, people will meet the limit. */
const FEW = 64;

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function countIn(path: string): number {
  try {
    return readdirSync(path).length;
  } catch {
    return 0;
  }
}

/** Infinity where there is none, or none that is told. */
function softLimit(what: string): number {
  const told = new RegExp(`^Max ${what} +(\\S+)`, "m").exec(read("/proc/self/limits"))?.[1] ?? "";
  return /^\d+$/.test(told) ? Number(told) : Infinity;
}

const amount = (limit: number): string => (limit === Infinity ? "no limit" : `at most ${limit}`);

export function openFiles(limit = softLimit("open files"), used = countIn("/proc/self/fd")): Finding {
  const sessions = Math.floor((limit - used) / FILES_A_SESSION);
  const ok = sessions >= FEW;
  const room = limit === Infinity ? "" : `, room for some ${Math.max(0, sessions)} sessions`;
  const advice = ok ? undefined : "raise it: ulimit -n 4096, or LimitNOFILE= of a systemd unit";
  return { name: "open files", ok, detail: `${amount(limit)} in a process${room}`, advice };
}

export function terminals(
  limit = Number.parseInt(read("/proc/sys/kernel/pty/max"), 10) || Infinity,
  used = countIn("/dev/pts"),
): Finding {
  const ok = limit - used >= FEW;
  const advice = ok ? undefined : "close what holds terminals, or raise it: sysctl kernel.pty.max=4096";
  return { name: "terminals", ok, detail: `${amount(limit)} in the system, ${used} in use`, advice };
}

export function processCount(limit = softLimit("processes")): Finding {
  const ok = limit >= FEW;
  const advice = ok ? undefined : "raise it: ulimit -u 4096, or TasksMax= of a systemd unit";
  return { name: "process limit", ok, detail: `${amount(limit)} for this user`, advice };
}
