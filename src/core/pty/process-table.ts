import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { scanProc } from "./proc-fs.js";
import { ProcessEntry } from "./process-entry.js";

/** Told of each process as it is met, before the others are looked at. */
export type Meet = (entry: ProcessEntry) => void;

/** For systems without /proc. A session's id is not shown there, so the process group stands in for it. */
async function scanPs(meet: Meet): Promise<ProcessEntry[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,pgid=,state="]);
  const entries = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, pgid, state]) => {
      const group = Number(pgid);
      const isZombie = state?.startsWith("Z") ?? false;
      const [terminal, start] = [0, 0];
      return new ProcessEntry({
        pid: Number(pid),
        parent: Number(parent),
        group,
        session: group,
        terminal,
        start,
        isZombie,
      });
    });
  entries.forEach(meet);
  return entries;
}

let running: Promise<ProcessEntry[]> | undefined;
let next: { readonly meets: Meet[]; readonly entries: Promise<ProcessEntry[]> } | undefined;

/**
 * All processes as they are after this call. Many callers at once (a thousand sessions that close) share one scan,
 * but never one that had begun before they asked.
 */
export function listProcesses(meet: Meet = () => undefined): Promise<ProcessEntry[]> {
  if (running === undefined) return (running = scan([meet]));
  if (next === undefined) {
    const meets: Meet[] = [];
    const begin = (): Promise<ProcessEntry[]> => {
      next = undefined;
      return (running = scan(meets));
    };
    next = { meets, entries: running.then(begin, begin) };
  }
  next.meets.push(meet);
  return next.entries;
}

async function scan(meets: readonly Meet[]): Promise<ProcessEntry[]> {
  const meet: Meet = (entry) => {
    for (const told of meets) told(entry);
  };
  try {
    return await (process.platform === "linux" ? scanProc(meet) : scanPs(meet));
  } finally {
    running = undefined;
  }
}
