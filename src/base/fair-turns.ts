/** Somebody whose work takes turns with that of others. */
export class TurnTaker {
  #usedMs = 0;
  #countedAt = performance.now();

  /** What it took of the event loop lately: half of it is forgotten every second. */
  usedMs(now: number): number {
    this.#usedMs *= 2 ** ((this.#countedAt - now) / FORGET_HALF_MS);
    this.#countedAt = now;
    return this.#usedMs;
  }

  use(ms: number): void {
    this.#usedMs += ms;
  }
}

const FORGET_HALF_MS = 1_000;
/** A turn that was waited for: short enough for many to be there, long enough for work of microseconds. */
export const TURN_MS = 2;

interface Waiting {
  readonly taker: TurnTaker;
  readonly begin: () => void;
}

/**
 * Shares the event loop among many who all have much to do: together they take a slice of each tick, and whoever took the least lately comes
 * first. Work must be done in steps that are short by themselves. Who has waited for a turn may go on for `TURN_MS`.
 */
export class FairTurns {
  readonly #sliceMs: number;
  #waiting: Waiting[] = [];
  #spentMs = 0;
  #isCounting = false;
  #isDue = false;

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs;
  }

  /** Undefined if it may go on at once, else a promise for its turn. Call it before each step. */
  next(taker: TurnTaker): Promise<void> | undefined {
    if (this.#spentMs < this.#sliceMs && this.#waiting.length === 0) return undefined;
    return new Promise((begin) => {
      this.#waiting.push({ taker, begin });
      this.#schedule();
    });
  }

  /** Call it after each step. */
  spent(taker: TurnTaker, ms: number): void {
    taker.use(ms);
    this.#spentMs += ms;
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => {
      this.#spentMs = 0;
      this.#isCounting = false;
    });
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#beginOne());
  }

  /** One for each tick: its step comes after this, and the tick after that is the next one's. */
  #beginOne(): void {
    this.#isDue = false;
    const now = performance.now();
    let least = 0;
    for (let i = 1; i < this.#waiting.length; i++)
      if (this.#waiting[i].taker.usedMs(now) < this.#waiting[least].taker.usedMs(now)) least = i;
    const [first] = this.#waiting.splice(least, 1);
    first.begin();
    if (this.#waiting.length > 0) this.#schedule();
  }
}
