/**
 * Numbers for values that many cells share. `retaining` leaves behind what no cell uses any more, so that a program that
 * makes up new values for ever (true colour gradients, endless combining marks) cannot fill the memory. It makes a new
 * table because snapshots that were handed out still use the numbers of the old one.
 */
export class Interned<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string | number, number>();
  readonly #keyOf: (value: T) => string | number;

  constructor(keyOf: (value: T) => string | number) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.values.length;
  }

  numberOf(value: T): number {
    const key = this.#keyOf(value);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** A new table with the values whose numbers are in `used`, and the new number of each. */
  retaining(used: ReadonlySet<number>): { table: Interned<T>; moved: Map<number, number> } {
    const table = new Interned<T>(this.#keyOf);
    const moved = new Map<number, number>();
    for (const number of [...used].sort((a, b) => a - b)) moved.set(number, table.numberOf(this.values[number]));
    return { table, moved };
  }
}
