import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { promisify } from "node:util";
import { markerOf } from "./session-marker.js";

export class ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** The id of its session, which is the pid of the session's leader. */
  readonly session: number;
  /** When it began, in clock ticks since boot; with the pid it names a process for ever. 0 where unknown. */
  readonly start: number;
  /** Dead, and not yet waited for by its parent. */
  readonly isZombie: boolean;
  /** Undefined until it is looked up, null where there is none. */
  #marker: string | null | undefined;

  constructor(pid: number, parent: number, session: number, start: number, isZombie: boolean) {
    this.pid = pid;
    this.parent = parent;
    this.session = session;
    this.start = start;
    this.isZombie = isZombie;
  }

  /** Our mark in its environment, looked up once however many sessions ask. */
  get marker(): string | null {
    if (this.#marker === undefined) this.#marker = markerOf(this.pid) ?? null;
    return this.#marker;
  }

  /** What was seen of the same process before holds. One without a mark may be on its way to a program that will have one. */
  recall(before: ProcessEntry | undefined): this {
    if (before?.start === this.start) this.#marker = before.#marker ?? undefined;
    return this;
  }
}

/** Long enough to be worth it, short enough to be no stall. */
const SLICE_MS = 4;

export function readProcess(pid: number): ProcessEntry | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // The name in parentheses may itself hold spaces and parentheses. See proc(5) for the fields behind it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return new ProcessEntry(pid, Number(fields[1]), Number(fields[3]), Number(fields[19]), fields[0] === "Z");
}

/** What the last scan found. */
let known = new Map<number, ProcessEntry>();

async function scanProc(): Promise<ProcessEntry[]> {
  const entries: ProcessEntry[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const entry = readProcess(pid);
    // Kernel threads belong to session 0.
    if (entry !== undefined && entry.session !== 0) entries.push(entry.recall(known.get(pid)));
    if (performance.now() > sliceEnd) {
      await new Promise(setImmediate);
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  known = new Map(entries.map((entry) => [entry.pid, entry]));
  return entries;
}

/** For systems without /proc. A session's id is not shown there, so the process group stands in for it. */
async function scanPs(): Promise<ProcessEntry[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,pgid=,state="]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(
      ([pid, parent, group, state]) =>
        new ProcessEntry(Number(pid), Number(parent), Number(group), 0, state?.startsWith("Z") ?? false),
    );
}

let running: Promise<ProcessEntry[]> | undefined;
let next: Promise<ProcessEntry[]> | undefined;

/**
 * All processes as they are after this call. Many callers at once (a thousand sessions that close) share one scan,
 * but never one that had begun before they asked.
 */
export function listProcesses(): Promise<ProcessEntry[]> {
  if (running === undefined) return (running = scan());
  return (next ??= running.then(
    () => promoteNext(),
    () => promoteNext(),
  ));
}

function promoteNext(): Promise<ProcessEntry[]> {
  next = undefined;
  return (running = scan());
}

async function scan(): Promise<ProcessEntry[]> {
  try {
    return await (process.platform === "linux" ? scanProc() : scanPs());
  } finally {
    running = undefined;
  }
}
