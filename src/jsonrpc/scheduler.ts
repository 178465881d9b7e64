/**
 * How a call uses a lane, like a lock. `exclusive`: it begins after every earlier call of the lane, and later ones after it. `shared`:
 * the same, but shared calls do not wait for each other. `after`: it begins after every earlier call, but none waits for it.
 */
export interface Claim {
  readonly lane: string;
  readonly mode: "exclusive" | "shared" | "after";
  /** After this long it no longer waits for calls of this lane that have begun before it. */
  readonly patienceMs?: number | undefined;
  /** It leaves this lane when it has begun, however long it keeps the others. Only for shared claims. */
  readonly untilBegun?: true | undefined;
}

/** How long a call keeps its lanes: until it is done, has taken effect (its handler says when), or has begun. */
export type Keeps = "until_done" | "until_effect" | "until_begun";

/** The answer of a call that takes effect before it is answered: its lanes are free after the effect. */
export class StagedAnswer<R> {
  /** Undefined if its lanes are free at once. */
  readonly effect: Promise<unknown> | undefined;
  readonly answer: Promise<R>;

  constructor(effect: Promise<unknown> | undefined, answer: Promise<R>) {
    this.effect = effect;
    this.answer = answer;
  }
}

/** Something that begins when its lanes are free, and keeps them until it is finished. */
export interface Job {
  readonly claims: readonly Claim[];
  readonly begin: () => void;
}

interface Entry extends Job {
  readonly blockers: Set<Entry>;
  readonly blocked: Set<Entry>;
  readonly timers: Set<NodeJS.Timeout>;
  hasBegun: boolean;
}

/** Who holds a lane. An exclusive entry waits for all before it, so later entries have to wait for that one only. */
interface Lane {
  exclusive: Entry | undefined;
  readonly shared: Set<Entry>;
}

export type Ticket = Entry;

/** Starts jobs in the order of their lanes. A job may need several lanes; jobs without a common lane do not affect each other. */
export class Scheduler {
  readonly #lanes = new Map<string, Lane>();
  #jobs = 0;

  /** No job holds a lane or waits for one. */
  get isIdle(): boolean {
    return this.#jobs === 0;
  }

  isExclusive(lane: string): boolean {
    return this.#lanes.get(lane)?.exclusive !== undefined;
  }

  /** Queues a job in its lanes. Its `begin` is called when they are free, but never within this call: check `isReady` after it. */
  enter(job: Job): Ticket {
    const entry: Entry = { ...job, blockers: new Set(), blocked: new Set(), timers: new Set(), hasBegun: false };
    this.#jobs++;
    for (const claim of job.claims) this.#waitFor(entry, claim);
    for (const { lane, mode } of job.claims) if (mode !== "after") this.#keep(entry, lane, mode);
    return entry;
  }

  /** The patience of those that wait for it counts from now. */
  begun(entry: Ticket): void {
    entry.hasBegun = true;
  }

  isReady(entry: Ticket): boolean {
    return entry.blockers.size === 0;
  }

  /** Frees a job's lanes; jobs that waited for nothing else begin, in the order of arrival. */
  finish(entry: Ticket): void {
    this.#jobs--;
    for (const { lane: name } of entry.claims) {
      const lane = this.#lanes.get(name);
      if (lane === undefined) continue;
      if (lane.exclusive === entry) lane.exclusive = undefined;
      lane.shared.delete(entry);
      if (lane.exclusive === undefined && lane.shared.size === 0) this.#lanes.delete(name);
    }
    const blocked = [...entry.blocked];
    entry.blocked.clear();
    for (const next of blocked) unblock(next, entry);
  }

  #waitFor(entry: Entry, { lane: name, mode, patienceMs }: Claim): void {
    const lane = this.#lanes.get(name);
    if (lane === undefined) return;
    const before = mode === "shared" ? [] : [...lane.shared];
    if (lane.exclusive !== undefined) before.push(lane.exclusive);
    for (const blocker of before) {
      entry.blockers.add(blocker);
      blocker.blocked.add(entry);
    }
    if (patienceMs !== undefined && before.length > 0) losePatience(entry, before, patienceMs);
  }

  #keep(entry: Entry, name: string, mode: "exclusive" | "shared"): void {
    let lane = this.#lanes.get(name);
    if (lane === undefined) this.#lanes.set(name, (lane = { exclusive: undefined, shared: new Set() }));
    if (mode === "shared") lane.shared.add(entry);
    else {
      lane.exclusive = entry;
      lane.shared.clear();
    }
  }
}

/** Checks in intervals: a blocker that has not begun at one check is waited for until the next. */
function losePatience(entry: Entry, blockers: readonly Entry[], afterMs: number): void {
  const seen = blockers.filter(({ hasBegun }) => hasBegun);
  const timer = setTimeout(() => {
    entry.timers.delete(timer);
    const left = blockers.filter((blocker) => !seen.includes(blocker) && blocker.blocked.has(entry));
    if (left.length > 0) losePatience(entry, left, afterMs);
    for (const blocker of seen) if (blocker.blocked.delete(entry)) unblock(entry, blocker);
  }, afterMs);
  entry.timers.add(timer);
}

function unblock(entry: Entry, blocker: Entry): void {
  // Another lane may have lost its patience with the same blocker.
  if (!entry.blockers.delete(blocker) || entry.blockers.size > 0) return;
  for (const timer of entry.timers) clearTimeout(timer);
  entry.timers.clear();
  entry.begin();
}
