import { MAX_BEHIND, lastPid, listedPids, readProcess } from "./proc-fs.js";
import type { ProcessEntry } from "./process-entry.js";

/**
 * A program of its own, which the guardian runs when we are gone: a shell takes milliseconds to read the marks of one process, and who forks and
 * exits as fast is gone by then.
 *
 *   node end-marked.js MARKER LIMIT SESSION...
 *
 * Ends all that carry a mark of this host, or are in one of these sessions: SIGHUP, and SIGKILL after a grace. Everybody is stopped before
 * anybody is ended. The shell looks again after it, so it may fail.
 */
const [marker = "", limit = "", ...numbers] = process.argv.slice(2);
const sessions = new Set(numbers.map(Number));

/** So long nobody of theirs may be born; several times what a hop takes. */
const QUIET_MS = 50;
/** And where somebody was. */
const QUIET_AFTER_HOP_MS = 250;
const LIMIT_MS = 8_000;
/** How long they have to heed SIGHUP. */
const GRACE_MS = 200;

const deadline = performance.now() + LIMIT_MS;

function isOurs(entry: ProcessEntry): boolean {
  if (entry.isZombie || entry.session === 0 || entry.pid === process.pid) return false;
  if (sessions.has(entry.session) || sessions.has(entry.group)) return true;
  return (entry.limitMark?.startsWith(limit) ?? false) || (entry.marker?.startsWith(`${marker}.`) ?? false);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone, or not ours to signal.
  }
}

/** Stops all of them, and returns when they began: a number may have been given to another one since. */
function stopAll(): ReadonlyMap<number, number> {
  const stopped = new Map<number, number>();
  let quietUntil = Infinity;
  const visit = (pid: number): boolean => {
    const entry = readProcess(pid);
    if (entry !== undefined && isOurs(entry) && stopped.get(pid) !== entry.start) {
      signal(pid, "SIGSTOP");
      stopped.set(pid, entry.start);
      if (quietUntil !== Infinity) quietUntil = performance.now() + QUIET_AFTER_HOP_MS;
    }
    return entry !== undefined;
  };
  let last = lastPid();
  listedPids().forEach(visit);
  quietUntil = performance.now() + QUIET_MS;
  // Its number is given to a process before it can be looked at by it.
  let missed: number[] = [];
  for (let now = 0; now < quietUntil && now < deadline; now = performance.now()) {
    missed = missed.filter((pid) => !visit(pid)).slice(-MAX_BEHIND);
    const newest = lastPid();
    // Numbers begin again from the first one day.
    last = newest < last ? newest - 1 : Math.max(last, newest - MAX_BEHIND);
    while (last < newest) if (!visit(++last)) missed.push(last);
  }
  return stopped;
}

// Of an empty one everybody would be.
if (marker === "" || limit === "") throw new Error("usage: end-marked MARKER LIMIT SESSION...");
const toldPids = listedPids().filter((pid) => {
  const entry = readProcess(pid);
  return entry !== undefined && isOurs(entry);
});
for (const pid of toldPids) signal(pid, "SIGHUP");
// A stopped process sees a signal only once it goes on.
for (const pid of toldPids) signal(pid, "SIGCONT");
if (toldPids.length > 0) await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
for (let found = 1; found > 0 && performance.now() < deadline;) {
  const stopped = stopAll();
  found = stopped.size;
  for (const [pid, start] of stopped) if (readProcess(pid)?.start === start) signal(pid, "SIGKILL");
}
