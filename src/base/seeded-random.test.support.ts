/** Numbers that a seed repeats (mulberry32), so that a random test that fails can be made to fail again. */
export class SeededRandom {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  /** The same seed for all, so that a change is judged by itself; `PTYWRIGHT_TEST_SEED` explores others. */
  static ofRun(): SeededRandom {
    return new SeededRandom(Number(process.env.PTYWRIGHT_TEST_SEED ?? 20_261_115));
  }

  /** From 0 up to, not including, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)];
  }

  /** Up to `maxLength` pieces of the alphabet. */
  text(alphabet: readonly string[], maxLength: number): string {
    return Array.from({ length: this.below(maxLength + 1) }, () => this.pick(alphabet)).join("");
  }

  /** Exactly `length` characters of the alphabet. */
  word(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join("");
  }
}
