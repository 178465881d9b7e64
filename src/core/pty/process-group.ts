import { ProcessEntry, listProcesses, readProcess } from "./process-table.js";

/** How the end of a session went. */
export interface EndReport {
  /** Processes besides the leader that were found and told to end. */
  readonly descendants: number;
  /** Some had to be ended with SIGKILL. */
  readonly forced: boolean;
  /** Pids that are alive after everything was tried; a process stuck in the kernel, say. */
  readonly stillRunning: readonly number[];
}

/** How often it is looked whether all have gone, in ms, until the grace is over. */
const FIRST_LOOK_MS = 1;
const MAX_LOOK_MS = 100;
/** From here on each look is for all processes. */
const SCAN_FROM_MS = 8;
/** SIGKILL takes effect as soon as the kernel gets to it. */
const AFTER_KILL_MS = 700;

/**
 * Everything that a session's leader started: the processes of its terminal session, background jobs included, and
 * those that left it (setsid, double fork) but still carry its marker in their environment.
 */
export class ProcessGroup {
  readonly #leader: number;
  readonly #leaderStart: number;
  readonly #marker: string | undefined;
  /** Start times of members seen before. */
  readonly #known = new Map<number, number>();

  constructor(leader: number, marker: string | undefined) {
    this.#leader = leader;
    this.#leaderStart = readProcess(leader)?.start ?? 0;
    this.#marker = marker;
  }

  get leader(): number {
    return this.#leader;
  }

  get leaderStart(): number {
    return this.#leaderStart;
  }

  /**
   * The members that are alive now. Nobody found is believed only the second time: while the list is read, a member may
   * fork one that is not in it any more and be gone itself when its turn comes.
   */
  async members(): Promise<readonly ProcessEntry[]> {
    const found = await this.#look();
    return found.length === 0 ? this.#look() : found;
  }

  async #look(): Promise<readonly ProcessEntry[]> {
    const all = await listProcesses().catch(() => undefined);
    // Without a list of processes (Windows) the leader is all that we can name.
    if (all === undefined)
      return isThere(this.#leader) ? [new ProcessEntry(this.#leader, 0, this.#leader, 0, false)] : [];
    const living = all.filter((entry) => !entry.isZombie && entry.pid !== process.pid);
    const leader = all.find((entry) => entry.pid === this.#leader);
    const found = new Map(living.filter((entry) => this.#isOurs(entry, leader)).map((entry) => [entry.pid, entry]));
    // Whoever was started by one of them and left the session; again, until nobody new turns up.
    for (let before = -1; before < found.size;) {
      before = found.size;
      for (const entry of living) if (found.has(entry.parent)) found.set(entry.pid, entry);
    }
    for (const { pid, start } of found.values()) this.#known.set(pid, start);
    return [...found.values()];
  }

  #isOurs(entry: ProcessEntry, leader: ProcessEntry | undefined): boolean {
    if (this.#marker !== undefined && entry.start >= this.#leaderStart && entry.marker === this.#marker) return true;
    // Its parent may have gone since, and with it the thread that led to it.
    if (entry.start !== 0 && this.#known.get(entry.pid) === entry.start) return true;
    // A leader that ended before its start time could be read: its number may be anybody's by now.
    if (process.platform === "linux" && this.#leaderStart === 0) return false;
    // Right after the fork the leader has not left our own session yet.
    if (entry.pid === this.#leader) return entry.start === this.#leaderStart;
    // Another start time: the number was given to a stranger, and the session with it.
    return entry.session === this.#leader && (leader === undefined || leader.start === this.#leaderStart);
  }

  /** Sends `first`, waits up to `graceMs` for all to go, then sends SIGKILL to what is left. */
  async end(first: NodeJS.Signals, graceMs: number): Promise<EndReport> {
    const initial = await this.members();
    const told = new Set(initial.map((entry) => entry.pid));
    send(initial, first);
    // A stopped process sees a signal only once it goes on.
    send(initial, "SIGCONT");
    let left = initial.length === 0 ? initial : await this.#untilGone(initial, graceMs, told);
    const forced = left.length > 0;
    const deadline = performance.now() + AFTER_KILL_MS;
    while (left.length > 0) {
      // Looked up anew each time: a process may have forked in between.
      send(left, "SIGKILL");
      left = await this.#untilGone(left, MAX_LOOK_MS, told);
      if (performance.now() > deadline) break;
    }
    told.delete(this.#leader);
    return { descendants: told.size, forced, stillRunning: left.map((entry) => entry.pid) };
  }

  async #untilGone(
    found: readonly ProcessEntry[],
    limitMs: number,
    seen: Set<number>,
  ): Promise<readonly ProcessEntry[]> {
    const deadline = performance.now() + limitMs;
    let pause = FIRST_LOOK_MS;
    let left = found;
    for (;;) {
      // Most end at once. Whoever takes longer may start others on the way out, which their parent alone leads to.
      const living = pause < SCAN_FROM_MS ? left.filter(isStillThere) : [];
      left = living.length > 0 && performance.now() < deadline ? living : await this.members();
      for (const entry of left) seen.add(entry.pid);
      const remaining = deadline - performance.now();
      if (left.length === 0 || remaining <= 0) return left;
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, remaining)));
      pause = Math.min(MAX_LOOK_MS, pause * 2);
    }
  }
}

/** Not known of one without a start time. */
function isStillThere({ pid, start }: ProcessEntry): boolean {
  const now = start === 0 ? undefined : readProcess(pid);
  return now !== undefined && now.start === start && !now.isZombie;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function send(entries: readonly ProcessEntry[], signal: NodeJS.Signals): void {
  for (const { pid } of entries) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone in the meantime, or not ours to signal; the next look tells.
    }
  }
}
