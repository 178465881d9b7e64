/** A line: the places of its kept rows [start, end), and the numbers of its rows at the present width [number, endNumber). */
interface WrappedLine {
  readonly start: number;
  readonly end: number;
  readonly number: number;
  readonly endNumber: number;
}

/**
 * Where lines begin among the rows that are kept, and which number the first of their rows has at the present width. Behind the last line
 * rows are as they were kept.
 */
export class WrappedLines {
  readonly #starts: number[] = [];
  readonly #numbers: number[] = [];
  /** The first kept row behind the lines, and its number. */
  #end: number;
  #endNumber: number;

  constructor(start: number, number: number) {
    this.#end = start;
    this.#endNumber = number;
  }

  /** One more line: so many kept rows, which are so many at the present width. */
  add(keptCount: number, rowCount: number): void {
    this.#starts.push(this.#end);
    this.#numbers.push(this.#endNumber);
    this.#end += keptCount;
    this.#endNumber += rowCount;
  }

  /** The number of a row behind the lines. */
  numberBehind(kept: number): number {
    return this.#endNumber + kept - this.#end;
  }

  /** The number of the first whole line that begins at a kept row or behind it. */
  numberFrom(kept: number): number {
    if (kept >= this.#end) return this.numberBehind(kept);
    const line = firstAtLeast(this.#starts, kept);
    return line < this.#starts.length ? this.#numbers[line] : this.#endNumber;
  }

  /** The line that a row belongs to; undefined if it is behind the lines. */
  lineOf(number: number): WrappedLine | undefined {
    if (number >= this.#endNumber) return undefined;
    const line = firstAtLeast(this.#numbers, number + 1) - 1;
    return {
      start: this.#starts[line],
      end: this.#starts[line + 1] ?? this.#end,
      number: this.#numbers[line],
      endNumber: this.#numbers[line + 1] ?? this.#endNumber,
    };
  }

  /** The kept row that has a number behind the lines. */
  keptBehind(number: number): number {
    return this.#end + number - this.#endNumber;
  }
}

/** The first place with no less than this, in a sorted list. */
function firstAtLeast(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
