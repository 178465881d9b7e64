import { StillRunningError } from "../../base/index.js";
import type { EndReport } from "../../api/index.js";
import { readProcess } from "./proc-fs.js";
import { ProcessEntry } from "./process-entry.js";
import { listProcesses } from "./process-table.js";
import type { PtyProcess } from "./pty-process.js";
import type { SessionCgroup } from "./session-cgroup.js";

/** Throws where somebody lives on. */
export function requireGone({ stillRunning }: EndReport): void {
  if (stillRunning.length > 0)
    throw new StillRunningError(
      stillRunning,
      stillRunning.filter((pid) => kill(pid, 0) === "EPERM"),
    );
}

/** What all processes of a session carry or are in. */
export interface ProcessMarks {
  readonly marker?: string | undefined;
  readonly limitMark?: string | undefined;
  readonly cgroup?: SessionCgroup | undefined;
}

/** How often it is looked whether all have gone, in ms, until the grace is over. */
const FIRST_LOOK_MS = 1;
const MAX_LOOK_MS = 100;
/** From here on each look is for all processes. */
const SCAN_FROM_MS = 8;
/** SIGKILL takes effect as soon as the kernel gets to it; who forks faster than we look may need several rounds. */
const FORCE_MS = 3_000;
/** Looks in which nobody new may be found, until those are ended that were. */
const MAX_FREEZES = 8;
/** How many looks in a row must find nobody: while one is made, a member may fork one that it misses, and be gone itself. */
const LOOKS = 2;
/** The same for who was born while the others were stopped, again and again. */
const LOOKS_FOR_HOPPERS = 4;
const USUAL_FREEZES = 2;

type Found = (entry: ProcessEntry) => void;

/** Of the same list, for all who share it. */
const childrenOfLists = new WeakMap<readonly ProcessEntry[], ReadonlyMap<number, readonly ProcessEntry[]>>();

function childrenIn(all: readonly ProcessEntry[]): ReadonlyMap<number, readonly ProcessEntry[]> {
  const known = childrenOfLists.get(all);
  if (known !== undefined) return known;
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of all) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  childrenOfLists.set(all, children);
  return children;
}

/**
 * Everything that a session's leader started: the processes of its terminal and its session, background jobs included, and those that left
 * both (setsid, double fork) but carry its marks, are in its control group, or were started by one of them.
 */
export class ProcessGroup {
  readonly #pty: PtyProcess;
  readonly #marks: ProcessMarks;
  /** Start times of members seen before. */
  readonly #known = new Map<number, number>();
  /** Members that we may not signal. */
  readonly #denied = new Set<number>();
  #isForcing = false;
  /** The last look found dead members that nobody has waited for yet. */
  #hasZombies = false;
  /** How many looks it took until nobody new was found to be stopped. */
  #freezes = 0;
  /** The number of its session and its group may be given to strangers from now on. */
  #isNumberFree = false;
  /** The last look was at a list of processes. */
  #isListed = false;

  constructor(pty: PtyProcess, marks: ProcessMarks) {
    this.#pty = pty;
    this.#marks = marks;
  }

  get leader(): number {
    return this.#pty.pid;
  }

  /** 0 if it had ended before it could be read, or where the system does not tell. */
  get leaderStart(): number {
    return this.#pty.birth.start;
  }

  /**
   * For when the leader is gone: true if nobody is left in its session and its group. Their number may be given to a stranger from
   * now on, and nobody needs to guard it any more; whoever has left both is known by other marks.
   */
  async isNumberFree(): Promise<boolean> {
    const left = await this.members();
    const isOver = left.length === 0 && !this.#isAnybodyLeft();
    if (isOver) this.#over();
    this.#isNumberFree ||= isOver || (this.#isListed && !left.some((entry) => this.#isInSession(entry)));
    return this.#isNumberFree;
  }

  #isInSession({ session, group }: ProcessEntry): boolean {
    return session === this.leader || group === this.leader;
  }

  #over(): void {
    this.#isNumberFree = true;
    this.#marks.cgroup?.remove();
  }

  /** The members that are alive now. */
  async members(): Promise<readonly ProcessEntry[]> {
    for (let look = 1; ; look++) {
      const found = await this.#look();
      if (found.length > 0 || look >= this.#looksNeeded()) return found;
    }
  }

  #looksNeeded(): number {
    if (this.#marks.cgroup?.isPopulated === false) return 1;
    return this.#freezes > USUAL_FREEZES ? LOOKS_FOR_HOPPERS : LOOKS;
  }

  /** Whoever is found is told of at once, before the others are looked at. */
  async #look(onFound: Found = () => undefined): Promise<readonly ProcessEntry[]> {
    const found = new Map<number, ProcessEntry>();
    const add: Found = (entry) => {
      if (entry.isZombie || entry.pid === process.pid || found.has(entry.pid)) return;
      found.set(entry.pid, entry);
      this.#known.set(entry.pid, entry.start);
      onFound(entry);
    };
    const isSessionOurs = this.#ownsSession();
    this.#hasZombies = false;
    const all = await listProcesses((entry) => {
      if (entry.isZombie && entry.group === this.leader) this.#hasZombies = true;
      if (this.#isOurs(entry, isSessionOurs)) add(entry);
    }).catch(() => undefined);
    this.#isListed = all !== undefined;
    // Without a list of processes (Windows) the leader is all that we can name.
    if (all === undefined) return isThere(this.leader) ? [unlisted(this.leader)] : [];
    for (const pid of this.#marks.cgroup?.pids() ?? []) {
      const entry = found.has(pid) ? undefined : readProcess(pid);
      if (entry !== undefined) add(entry);
    }
    // Whoever was started by one of them; a Map goes on to what is added to it meanwhile.
    const children = childrenIn(all);
    for (const pid of found.keys()) children.get(pid)?.forEach(add);
    return [...found.values()];
  }

  #isOurs(entry: ProcessEntry, isSessionOurs: boolean): boolean {
    const { birth, pid } = this.#pty;
    const { marker, limitMark } = this.#marks;
    if (entry.start < birth.notBefore) return false;
    // Right after the fork the leader has not left our own session yet.
    if (entry.pid === pid) return entry.start === birth.start;
    // Its parent may have gone since, and with it the thread that led to it.
    if (entry.start !== 0 && this.#known.get(entry.pid) === entry.start) return true;
    if (isSessionOurs && this.#isInSession(entry)) return true;
    // Who is in no control group of ours is a stranger, whatever it has copied or opened.
    if (this.#marks.cgroup !== undefined) return false;
    if (marker !== undefined && entry.marker === marker) return true;
    if (limitMark !== undefined && entry.limitMark === limitMark) return true;
    if (!this.#pty.isOpen) return false;
    const hasTerminal = birth.device !== 0 && entry.terminal === birth.device;
    return (hasTerminal || (this.#isForcing && entry.uses(birth.path))) && entry.seesOurTerminals;
  }

  /**
   * A number is given to nobody else while it is that of a session or a group. One that a process has again is a stranger's, and where a control
   * group tells who is ours, one without its leader may be.
   */
  #ownsSession(): boolean {
    if (this.#isNumberFree) return false;
    const leader = process.platform === "linux" ? readProcess(this.leader) : undefined;
    return leader === undefined ? this.#marks.cgroup === undefined : leader.start === this.leaderStart;
  }

  /** Sends `first`, waits up to `graceMs` for all to go, then ends what is left by force. */
  async end(first: NodeJS.Signals, graceMs: number): Promise<EndReport> {
    const initial = await this.members();
    const told = new Set(initial.map((entry) => entry.pid));
    this.#signalAll(initial, first);
    // A stopped process sees a signal only once it goes on.
    this.#signalAll(initial, "SIGCONT");
    let left = initial.length === 0 ? initial : await this.#untilGone(initial, graceMs, told);
    const before = left.length > 0 ? 0 : told.size;
    if (left.length > 0 || this.#isAnybodyLeft()) left = await this.#force(left, told);
    if (left.length === 0) this.#over();
    const forced = told.size > before;
    const stillRunning = left.map((entry) => entry.pid);
    for (const pid of [this.leader, ...stillRunning]) told.delete(pid);
    return { descendantsReaped: told.size, forced, stillRunning };
  }

  /** What the kernel knows without a look: whether anybody is in the control group or the process group, or has the terminal open. */
  #isAnybodyLeft(): boolean {
    if (this.#marks.cgroup !== undefined) return this.#marks.cgroup.isPopulated;
    if (this.#pty.isInUse()) return true;
    // Those too who are dead and not waited for.
    return !this.#hasZombies && this.#ownsSession() && kill(-this.leader, 0) !== "ESRCH";
  }

  /**
   * Ends the control group by one call. Of the others everybody is stopped first, so that nobody forks between the look and the end, and
   * parents still lead to their children when these are looked for; then all are ended at once. Again, until a look finds nobody.
   */
  async #force(found: readonly ProcessEntry[], told: Set<number>): Promise<readonly ProcessEntry[]> {
    this.#isForcing = true;
    const deadline = performance.now() + FORCE_MS;
    let left = found;
    do {
      this.#marks.cgroup?.kill();
      const stopped = await this.#stopAll(left);
      for (const { pid } of stopped) told.add(pid);
      this.#signalAll(stopped, "SIGKILL");
      left = await this.#untilGone(stopped, MAX_LOOK_MS, told);
      if (left.length > 0 && left.every(({ pid }) => this.#denied.has(pid))) break;
    } while (left.length > 0 && performance.now() < deadline);
    this.#isForcing = false;
    return left;
  }

  /** Until a look finds nobody that was not found before. */
  async #stopAll(found: readonly ProcessEntry[]): Promise<readonly ProcessEntry[]> {
    const stopped = new Map(found.map((entry) => [entry.pid, entry]));
    this.#signalAll(found, "SIGSTOP");
    let isAnyNew = true;
    const stop: Found = (entry) => {
      if (stopped.get(entry.pid)?.start === entry.start) return;
      isAnyNew = true;
      stopped.set(entry.pid, entry);
      this.#signal(entry, "SIGSTOP");
    };
    for (this.#freezes = 0; isAnyNew && this.#freezes < MAX_FREEZES; this.#freezes++) {
      isAnyNew = false;
      await this.#look(stop);
    }
    return [...stopped.values()];
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

  /** The leader's process group by one call, which nobody forks away from; the others one by one. */
  #signalAll(entries: readonly ProcessEntry[], signal: NodeJS.Signals): void {
    // By force even when nobody was found: a look may miss who hops.
    const isGroupTold = (entries.length > 0 || this.#isForcing) && this.#signalGroup(signal);
    // A polite signal is heeded as often as it comes.
    const isTold = ({ group }: ProcessEntry): boolean => isGroupTold && !this.#isForcing && group === this.leader;
    for (const entry of entries) if (!isTold(entry)) this.#signal(entry, signal);
  }

  #signalGroup(signal: NodeJS.Signals): boolean {
    return this.#ownsSession() && kill(-this.leader, signal) === undefined;
  }

  #signal({ pid, group }: ProcessEntry, signal: NodeJS.Signals): void {
    // By the time it is told it may have left its group to a child.
    if (group === pid && this.#isForcing) kill(-pid, signal);
    if (kill(pid, signal) === "EPERM") this.#denied.add(pid);
  }
}

/** Not known of one without a start time. */
function isStillThere({ pid, start }: ProcessEntry): boolean {
  const now = start === 0 ? undefined : readProcess(pid);
  return now !== undefined && now.start === start && !now.isZombie;
}

function isThere(pid: number): boolean {
  return kill(pid, 0) !== "ESRCH";
}

const unlisted = (pid: number): ProcessEntry =>
  new ProcessEntry({ pid, parent: 0, group: pid, session: pid, terminal: 0, start: 0, isZombie: false });

/** Undefined, or why not: gone in the meantime, or not ours to signal. */
function kill(pid: number, signal: NodeJS.Signals | 0): string | undefined {
  try {
    process.kill(pid, signal);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "";
  }
}
