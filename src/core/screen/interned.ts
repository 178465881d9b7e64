import { CONTENT_MASK } from "./cell.js";

/** Above this many values those that no cell uses are given up. */
const SWEEP_LIMIT = 16_384;

/**
 * Numbers for values that many cells share. `retaining` frees what no cell uses any more, so that a program that makes up
 * new values for ever (links, colours of underlines, combining marks) cannot fill the memory. Numbers in use never
 * change, and freed ones are taken again one by one, so that no single call pays for the whole table.
 */
export class Interned<T> {
  readonly values: T[];
  readonly #numbers: Map<string, number>;
  readonly #keyOf: (value: T) => string;
  readonly #limit: number;
  /** 1 for each number that was unused at the last sweep and not taken since. */
  readonly #isFree: Uint8Array;
  #freeCount = 0;
  #nextFree = 0;

  constructor(keyOf: (value: T) => string, swept?: { before: Interned<T>; isUsed: Uint8Array }) {
    this.#keyOf = keyOf;
    this.values = swept?.before.values.slice() ?? [];
    this.#numbers = swept === undefined ? new Map<string, number>() : swept.before.#numbers;
    this.#isFree = new Uint8Array(this.values.length);
    for (let number = 0; number < this.values.length; number++) {
      if (swept?.isUsed[number] === 1) continue;
      this.#isFree[number] = 1;
      this.#freeCount++;
    }
    // A screen that uses more values than the limit must not make every new one pay for a sweep.
    const isMostlyUsed = this.#freeCount < this.values.length / 2;
    const wanted = isMostlyUsed ? 2 * this.values.length : this.values.length;
    this.#limit = Math.min(CONTENT_MASK, Math.max(SWEEP_LIMIT, wanted));
  }

  /** How long an array indexed by these numbers must be. */
  get size(): number {
    return this.values.length;
  }

  /** It is time to find out which numbers are in use. */
  get isFull(): boolean {
    return this.#freeCount === 0 && this.values.length >= this.#limit;
  }

  numberOf(value: T): number {
    const key = this.#keyOf(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      if (this.#isFree[known] === 1) this.#take(known);
      return known;
    }
    const number = this.#freeCount > 0 ? this.#reuse() : this.values.length;
    this.values[number] = value;
    this.#numbers.set(key, number);
    return number;
  }

  #take(number: number): void {
    this.#isFree[number] = 0;
    this.#freeCount--;
  }

  #reuse(): number {
    while (this.#isFree[this.#nextFree] === 0) this.#nextFree++;
    const number = this.#nextFree++;
    this.#numbers.delete(this.#keyOf(this.values[number]));
    this.#take(number);
    return number;
  }

  /**
   * The table to go on with once only the numbers marked in `isUsed` are in use. This one stays as it is for the snapshots
   * that were handed out, and must not be asked for numbers again.
   */
  retaining(isUsed: Uint8Array): Interned<T> {
    return new Interned(this.#keyOf, { before: this, isUsed });
  }
}
