/**
 * What a call has to do with a lane. `exclusive`: it begins after every earlier call of the lane, and later ones after it.
 * `shared`: the same, but not among shared ones. `after`: it begins after every earlier call, and nobody waits for it.
 */
export interface Claim {
  readonly lane: string;
  readonly mode: "exclusive" | "shared" | "after";
  /** After so long it no longer waits for those who have begun before it in this lane. */
  readonly patienceMs?: number | undefined;
  /** It keeps this lane until it has begun, however long it keeps others. For shared claims among shared ones. */
  readonly untilBegun?: true | undefined;
}

/** How long a call keeps its lanes: until it is `done`, has taken `effect` (its handler says when), or has `begun`. */
export type Keeps = "until_done" | "until_effect" | "until_begun";

/** A call's answer that comes later than its effect: its lanes go on with the effect. */
export class StagedAnswer<R> {
  /** Undefined: they go on at once. */
  readonly effect: Promise<unknown> | undefined;
  readonly answer: Promise<R>;

  constructor(effect: Promise<unknown> | undefined, answer: Promise<R>) {
    this.effect = effect;
    this.answer = answer;
  }
}

/** Something that begins when its lanes let it, and keeps them until it is finished. */
export interface Job {
  readonly claims: readonly Claim[];
  readonly begin: () => void;
}

interface Entry extends Job {
  readonly blockers: Set<Entry>;
  readonly blocked: Set<Entry>;
  timer: NodeJS.Timeout | undefined;
  hasBegun: boolean;
}

/** Who keeps a lane. An exclusive entry comes after all before it, so that whoever follows has to wait for that one only. */
interface Lane {
  exclusive: Entry | undefined;
  readonly shared: Set<Entry>;
}

export type Ticket = Entry;

/** Queues, one for each lane, of jobs that may stand in several. A job is in nobody's way outside its lanes. */
export class Scheduler {
  readonly #lanes = new Map<string, Lane>();
  #jobs = 0;

  /** No job keeps a lane or waits for one. */
  get isIdle(): boolean {
    return this.#jobs === 0;
  }

  isExclusive(lane: string): boolean {
    return this.#lanes.get(lane)?.exclusive !== undefined;
  }

  /** Puts a job into its lanes. Its `begin` is called when they let it, never in this call: `isReady` says if that is so now. */
  enter(job: Job): Ticket {
    const entry: Entry = { ...job, blockers: new Set(), blocked: new Set(), timer: undefined, hasBegun: false };
    this.#jobs++;
    for (const claim of job.claims) this.#waitFor(entry, claim);
    for (const { lane, mode } of job.claims) if (mode !== "after") this.#keep(entry, lane, mode);
    return entry;
  }

  /** Whoever has little patience counts from now. */
  begun(entry: Ticket): void {
    entry.hasBegun = true;
  }

  isReady(entry: Ticket): boolean {
    return entry.blockers.size === 0;
  }

  /** Lets go of a job's lanes; those who waited for nothing else begin, in the order they came. */
  finish(entry: Ticket): void {
    this.#jobs--;
    for (const { lane: name } of entry.claims) {
      const lane = this.#lanes.get(name);
      if (lane === undefined) continue;
      if (lane.exclusive === entry) lane.exclusive = undefined;
      lane.shared.delete(entry);
      if (lane.exclusive === undefined && lane.shared.size === 0) this.#lanes.delete(name);
    }
    for (const next of entry.blocked) unblock(next, entry);
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

/** Looks now and then: one that has not begun when it looks has all its time still. */
function losePatience(entry: Entry, blockers: readonly Entry[], afterMs: number): void {
  const seen = blockers.filter(({ hasBegun }) => hasBegun);
  entry.timer = setTimeout(() => {
    const left = blockers.filter((blocker) => !seen.includes(blocker) && blocker.blocked.has(entry));
    if (left.length > 0) losePatience(entry, left, afterMs);
    for (const blocker of seen) if (blocker.blocked.delete(entry)) unblock(entry, blocker);
  }, afterMs);
}

function unblock(entry: Entry, blocker: Entry): void {
  entry.blockers.delete(blocker);
  if (entry.blockers.size > 0) return;
  clearTimeout(entry.timer);
  entry.begin();
}
