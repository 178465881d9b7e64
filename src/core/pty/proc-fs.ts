import { readFileSync, readdirSync } from "node:fs";
import { uptime } from "node:os";
import { ProcessEntry } from "./process-entry.js";
import { readStart } from "./proc-text.js";

/** What Linux tells of processes in /proc; see proc(5). Other systems: process-table.ts. */

/** Long enough to be worth it, short enough to be no stall. */
const SLICE_MS = 4;
/** Of those born while others are looked at, so many are looked at in one look, and of a crowd the youngest: who hops is among them. */
const MAX_BORN = 256;
export const MAX_BEHIND = 32;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // Gone, or not ours to read.
    return undefined;
  }
}

/** Of the times in /proc, on every Linux. */
const TICKS_A_SECOND = 100;
/** Longer than it takes a process to become the program that it was started for. */
const YOUNG_TICKS = 2 * TICKS_A_SECOND;

/** What time it is in the count that processes begin in; at most a tick late, never early. */
export const ticksNow = (): number => Math.floor(uptime() * TICKS_A_SECOND);

/** What stands in /proc/<pid>/stat behind the name, which may itself hold spaces and parentheses; undefined if the process is gone. */
export function statFields(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** More than anybody looks at; our own guardian's, its script included, is a tenth of it. */
const MAX_COMMAND_LINE_BYTES = 65_536;

/** The bytes of its program and arguments, each with a NUL behind it; empty for a process that is gone. */
export const commandLine = (pid: number): string => readStart(`/proc/${pid}/cmdline`, MAX_COMMAND_LINE_BYTES) ?? "";

export function readProcess(pid: number): ProcessEntry | undefined {
  const fields = statFields(pid);
  if (fields === undefined) return undefined;
  return new ProcessEntry({
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    terminal: Number(fields[4]),
    start: Number(fields[19]),
    // A process whose main thread has ended is shown like a dead one, but lives as long as its other threads.
    isZombie: (fields[0] === "Z" || fields[0] === "X") && Number(fields[17]) <= 1,
  });
}

/** The number that was given to a process or thread last. */
export function lastPid(): number {
  return Number(read("/proc/loadavg")?.trim().split(" ").at(-1) ?? 0);
}

/** Those of the processes, not of their threads. */
export const listedPids = (): number[] => readdirSync("/proc").map(Number).filter(Number.isInteger);

/** A thread has a number too, and can be looked up by it. */
function isThread(pid: number): boolean {
  return Number(/^Tgid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1]) !== pid;
}

/** What the last scan found, and when it was over. */
let known = new Map<number, ProcessEntry>();
let knownAt = 0;
/** So long the dead are believed to be dead: their numbers are not given to others within it. */
const DEAD_MS = 1_000;
/** How often those are looked at again that were not there yet, or not any more, and after what pause. */
const AGAIN = 2;
const AGAIN_MS = 1;

/**
 * All processes, those too that are born while the others are looked at: who forks and exits all the time is in no list that is read from top
 * to bottom. `meet` is called for each at once.
 */
export async function scanProc(meet: (entry: ProcessEntry) => void): Promise<ProcessEntry[]> {
  const entries = new Map<number, ProcessEntry>();
  const isFresh = performance.now() - knownAt < DEAD_MS;
  const youngFrom = ticksNow() - YOUNG_TICKS;
  const take = (entry: ProcessEntry): void => {
    entries.set(entry.pid, entry);
    meet(entry);
  };
  const visit = (pid: number): void => {
    const before = known.get(pid);
    if (isFresh && before?.isZombie === true) return take(before);
    const entry = readProcess(pid);
    // Kernel threads belong to session 0.
    if (entry !== undefined && entry.session !== 0) take(entry.recall(before, entry.start > youngFrom));
  };
  const visitBorn = (pid: number): boolean => {
    const entry = readProcess(pid);
    if (entry !== undefined && !isThread(pid)) take(entry);
    return entry !== undefined;
  };
  let sliceEnd = performance.now() + SLICE_MS;
  let last = lastPid();
  for (const pid of listedPids()) {
    visit(pid);
    if (performance.now() <= sliceEnd) continue;
    await new Promise(setImmediate);
    sliceEnd = performance.now() + SLICE_MS;
  }
  let missed: number[] = [];
  for (let again = 0, born = 0; again <= AGAIN; again++) {
    missed = missed.filter((pid) => !visitBorn(pid));
    for (let newest = lastPid(); newest > last && born < MAX_BORN; newest = lastPid()) {
      last = Math.max(last, newest - MAX_BEHIND);
      for (; last < newest; born++) if (!entries.has(++last) && !visitBorn(last)) missed.push(last);
    }
    if (missed.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  known = entries;
  knownAt = performance.now();
  return [...entries.values()];
}
