import { accessSync, constants, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { here } from "./ledger-name.js";
import { readProcess } from "./proc-fs.js";
import { HOST_MARKER } from "./session-marker.js";

/** Kernels before 6.18 may take tens of milliseconds for a move, in which nobody else would be served. */
const MAX_MOVE_MS = 4;
const PROBES = 3;
const PREFIX = "ptywright-";

/** Our own group in the tree of version 2. Throws where there is none, or none that we may make others in. */
function ownFolder(): string {
  const path = /^0::(\/.*)$/m.exec(readFileSync("/proc/self/cgroup", "latin1"))?.[1];
  const mounts = readFileSync("/proc/self/mountinfo", "latin1")
    .split("\n")
    .filter((line) => line.includes(" - cgroup2 "))
    .map((line) => line.split(" "));
  for (const [, , , root, mount] of mounts) {
    const base = root === "/" ? "" : root;
    if (path === undefined || path.includes("/..") || !`${path}/`.startsWith(`${base}/`)) continue;
    const folder = join(mount.replaceAll("\\040", " "), path.slice(base.length));
    accessSync(folder, constants.W_OK);
    accessSync(join(folder, "cgroup.procs"), constants.W_OK);
    return folder;
  }
  throw new Error("cgroup v2 is not mounted");
}

/** Moves this process, and with it whatever it forks from now on. */
const enter = (folder: string): void => writeFileSync(join(folder, "cgroup.procs"), "0");

const pidsIn = (folder: string): number[] =>
  readFileSync(join(folder, "cgroup.procs"), "latin1").split("\n").filter(Boolean).map(Number);

/** A group with those inside it, the innermost first. */
function withInner(folder: string): string[] {
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...inner.flatMap(({ name }) => withInner(join(folder, name))), folder];
}

function removeTree(folder: string): void {
  try {
    for (const path of withInner(folder)) rmdirSync(path);
  } catch {
    // Gone already, or somebody is in it yet; whoever guards us comes back to it.
  }
}

/** The control group of one session: whoever is in it, and whoever these start, can be counted and ended without a look at anybody. */
export class SessionCgroup {
  readonly #folder: string;
  readonly #home: string;

  constructor(folder: string, home: string) {
    mkdirSync(folder);
    this.#folder = folder;
    this.#home = home;
  }

  /** What is forked meanwhile is born in this group. */
  around<T extends { readonly pid: number }>(fork: () => T): T {
    enter(this.#folder);
    let forked;
    try {
      forked = fork();
    } finally {
      this.#leave();
    }
    this.#settle(forked.pid);
    return forked;
  }

  #leave(): void {
    try {
      enter(this.#home);
    } catch {
      // Tried again before anybody in it is ended.
    }
  }

  /** Other threads of ours fork too, and may have done so in the same moment. */
  #settle(leader: number): void {
    const pids = pidsIn(this.#folder);
    if (pids.length === 1 && pids[0] === leader) return;
    for (const pid of pids) if (pid !== leader && readProcess(pid)?.parent === process.pid) this.#move(pid, this.#home);
    if (!pids.includes(leader)) this.#move(leader, this.#folder);
  }

  #move(pid: number, folder: string): void {
    try {
      writeFileSync(join(folder, "cgroup.procs"), String(pid));
    } catch {
      // It has ended.
    }
  }

  get isPopulated(): boolean {
    try {
      return readFileSync(join(this.#folder, "cgroup.events"), "latin1").includes("populated 1");
    } catch {
      return false;
    }
  }

  pids(): number[] {
    try {
      return withInner(this.#folder).flatMap(pidsIn);
    } catch {
      return [];
    }
  }

  kill(): void {
    // Should we not have come out of it, we must not end ourselves.
    if (this.pids().includes(process.pid)) return this.#leave();
    try {
      writeFileSync(join(this.#folder, "cgroup.kill"), "1");
    } catch {
      // Removed: nobody was in it.
    }
  }

  remove(): void {
    removeTree(this.#folder);
  }
}

/** The control group of this process's sessions, inside the one that it runs in. */
export class HostCgroup {
  readonly path: string;
  readonly #home: string;
  #count = 0;

  private constructor(home: string) {
    this.#home = home;
    sweepLeftovers(home);
    const start = readProcess(process.pid)?.start ?? 0;
    this.path = join(home, `${PREFIX}${process.pid}-${start}-${here().namespace}-${HOST_MARKER.split("-")[1]}`);
  }

  /** Throws the reason where there can be none. */
  static open(): HostCgroup {
    const host = new HostCgroup(ownFolder());
    // Another thread of this process may have made it.
    mkdirSync(host.path, { recursive: true });
    try {
      host.#probe();
    } catch (error) {
      host.remove();
      throw error;
    }
    return host;
  }

  #probe(): void {
    accessSync(join(this.path, "cgroup.kill"), constants.W_OK);
    let best = Infinity;
    for (let round = 0; round < PROBES; round++) {
      const before = performance.now();
      enter(this.path);
      enter(this.#home);
      best = Math.min(best, performance.now() - before);
    }
    if (best > MAX_MOVE_MS) throw new Error(`to move into a control group takes ${best.toFixed(0)} ms here`);
  }

  session(): SessionCgroup {
    return new SessionCgroup(join(this.path, `${process.hrtime.bigint().toString(36)}-${++this.#count}`), this.#home);
  }

  remove(): void {
    removeTree(this.path);
  }
}

/** Ends and removes what processes left that are gone, with their guardians and ledgers. */
function sweepLeftovers(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(PREFIX))) {
    const [pid, start, namespace] = name.slice(PREFIX.length).split("-");
    if (namespace !== here().namespace || readProcess(Number(pid))?.start === Number(start)) continue;
    try {
      writeFileSync(join(home, name, "cgroup.kill"), "1");
    } catch {
      // Another has just removed it.
    }
    removeTree(join(home, name));
  }
}
