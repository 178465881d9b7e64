import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** A process, the thread that waits for its end, and those that Node starts when it first needs them. */
const NEEDED = 8;
/** Where version 2 and version 1 of control groups are mounted. */
const GROUP_MOUNTS = ["/sys/fs/cgroup", "/sys/fs/cgroup/pids"];

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Folders of the control groups that count our processes, ours first. */
function countingGroups(): string[] {
  const ours = [...read("/proc/self/cgroup").matchAll(/^\d+:(?:pids)?:(\/.*)$/gm)].map(([, path]) => path);
  const found = new Set<string>();
  for (const mount of GROUP_MOUNTS)
    for (let path of ours) {
      found.add(join(mount, path));
      for (; path !== "/"; path = dirname(path)) found.add(join(mount, dirname(path)));
    }
  return [...found].filter((folder) => existsSync(join(folder, "pids.max")));
}

let groups: readonly string[] | undefined;

function isGroupFull(folder: string): boolean {
  const limit = Number.parseInt(read(join(folder, "pids.max")), 10);
  return Number.parseInt(read(join(folder, "pids.current")), 10) + NEEDED > limit;
}

/** Counting a user's threads takes milliseconds; the system's own count, which is never less, is read in no time. */
function isUserFull(): boolean {
  // Root is exempt.
  if (process.getuid?.() === 0) return false;
  const limit = Number.parseInt(/^Max processes +(\S+)/m.exec(read("/proc/self/limits"))?.[1] ?? "", 10);
  const all = Number.parseInt(/\/(\d+)/.exec(read("/proc/loadavg"))?.[1] ?? "", 10);
  return all + NEEDED > limit && threadsOf(process.getuid?.()) + NEEDED > limit;
}

function threadsOf(user: number | undefined): number {
  let sum = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const status = read(`/proc/${name}/status`);
    if (Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]) === user) sum += Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]);
  }
  return sum;
}

/**
 * Whether the limits on processes leave room for one more. The native fork answers with an error if there is none for the
 * process, but ends us if there is none for the thread that is to wait for it.
 */
export function canFork(): boolean {
  if (process.platform !== "linux") return true;
  groups ??= countingGroups();
  return !groups.some(isGroupFull) && !isUserFull();
}
