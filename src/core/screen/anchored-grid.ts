import { Grid } from "./grid.js";
import type { Row } from "./row.js";

/** Something that belongs to a place on the screen and moves with its row, but is no text. */
export interface Anchored {
  /** The row that it begins in; negative if that has left at the top and a part of it has not. */
  row: number;
  col: number;
  readonly rows: number;
  /** A row holds one of each kind, the newest; undefined if it may hold any number. */
  readonly onlyOne: string | undefined;
  /** Takes note that columns [from, to) of rows [top, bottom] were erased; false if nothing is left of it. */
  survives(top: number, bottom: number, from: number, to: number): boolean;
}

/** A grid with what is anchored to its rows. As long as that is nothing, it costs a comparison for each scroll. */
export class AnchoredGrid extends Grid {
  #anchored: Anchored[] = [];
  readonly #meter: { work: number };

  constructor(rowCount: number, meter: { work: number }) {
    super(rowCount, meter);
    this.#meter = meter;
  }

  get anchored(): readonly Anchored[] {
    return this.#anchored;
  }

  anchor(thing: Anchored): void {
    this.#anchored.push(thing);
  }

  /** Lets go of what the filter refuses. */
  retain(filter: (thing: Anchored) => boolean): void {
    if (this.#anchored.length === 0) return;
    this.#meter.work += this.#anchored.length;
    this.#anchored = this.#anchored.filter(filter);
  }

  override scrollUp(top: number, bottom: number, count: number, style: number): void {
    // Then they are cleared where they are.
    if (top === 0 && count > bottom) for (let y = 0; y <= bottom; y++) this.history?.keep(this.rows[y]);
    super.scrollUp(top, bottom, count, style);
    if (this.#anchored.length > 0 && count <= bottom - top) this.#move(top, bottom, -count);
  }

  override scrollDown(top: number, bottom: number, count: number, style: number): void {
    super.scrollDown(top, bottom, count, style);
    if (this.#anchored.length > 0 && count <= bottom - top) this.#move(top, bottom, count);
  }

  override clear(top: number, bottom: number, style: number): void {
    super.clear(top, bottom, style);
    this.erased(top, bottom, 0, Infinity);
  }

  override dropTop(count: number): void {
    super.dropTop(count);
    this.retain((thing) => (thing.row -= count) + thing.rows > 0);
  }

  override takeBack(rows: readonly Row[]): void {
    super.takeBack(rows);
    for (const thing of this.#anchored) thing.row += rows.length;
  }

  /** Columns [from, to) of rows [top, bottom] were erased. */
  erased(top: number, bottom: number, from: number, to: number): void {
    this.retain((thing) => {
      if (thing.row > bottom || thing.row + thing.rows <= top) return true;
      this.#meter.work += thing.rows;
      return thing.survives(top, bottom, from, to);
    });
  }

  /**
   * To be called before the rows are wrapped anew, with the cursor's row; what it returns is called with that row afterwards. Then what is
   * anchored is where the characters are that it stood at.
   */
  keepPlaces(cursor: number): (cursorNow: number) => void {
    if (this.#anchored.length === 0) return () => undefined;
    const lines = linesBefore(this.rows, cursor);
    const places = this.#anchored.map(({ row, col }) => lines.placeOf(Math.max(0, row), col));
    return (cursorNow) => {
      const linesNow = lines.inRows(this.rows, cursorNow);
      this.#anchored = this.#anchored.filter((thing, at) => {
        const found = linesNow.find(places[at]);
        if (found === undefined) return false;
        thing.row = found.row + Math.min(0, thing.row);
        thing.col = found.col;
        return thing.row + thing.rows > 0;
      });
      this.#dropOlder();
    };
  }

  /** Of those that a row holds one of, two may have come to stand in the same row. */
  #dropOlder(): void {
    const taken = new Set<string>();
    const kept = [...this.#anchored].reverse().filter(({ row, onlyOne }) => {
      if (onlyOne === undefined) return true;
      const key = `${row} ${onlyOne}`;
      const isFree = !taken.has(key);
      taken.add(key);
      return isFree;
    });
    this.#anchored = kept.reverse();
  }

  /** Rows [top, bottom] moved. What lies only partly in them stays where it is. */
  #move(top: number, bottom: number, by: number): void {
    this.retain((thing) => {
      const last = thing.row + thing.rows - 1;
      if (last < top || last > bottom || (thing.row < top && top > 0)) return true;
      thing.row += by;
      return by > 0 ? last + by <= bottom : top === 0 ? last + by >= 0 : thing.row >= top;
    });
  }
}

/** A place that stays the same when rows are wrapped anew. */
interface Place {
  /** Counted from the cursor's line. */
  readonly line: number;
  /** In the cursor's line the row, counted from the cursor's; in one below it the cells from its start, in one above those from its end. */
  readonly at: number;
  readonly col: number;
}

/** The lines that rows are joined to. The one with the cursor keeps its rows; one above may have lost its first, one below its last. */
class Lines {
  readonly #rows: readonly Row[];
  readonly #cursor: number;
  /** Rows of the cursor's line above and below the cursor. */
  readonly #above: number;
  readonly #below: number;
  readonly #numbers: number[];
  readonly #lines = new Map<number, { readonly first: number; readonly last: number }>();

  constructor(rows: readonly Row[], cursor: number, above: number, below: number) {
    this.#rows = rows;
    this.#cursor = cursor;
    this.#above = above;
    this.#below = below;
    this.#numbers = rows.map(() => 0);
    const top = cursor - above;
    for (let y = top - 1, last = y, number = -1; y >= 0; y--)
      if (y === 0 || !rows[y - 1].wrapped) {
        this.#add(number--, y, last);
        last = y - 1;
      }
    const next = cursor + below + 1;
    // With the cursor's line some of those below have left at the top, nobody knows how many.
    if (next < 0) return;
    for (let y = next, first = y, number = 1; y < rows.length; y++)
      if (y === rows.length - 1 || !rows[y].wrapped) {
        this.#add(number++, first, y);
        first = y + 1;
      }
  }

  #add(number: number, first: number, last: number): void {
    this.#numbers.fill(number, first, last + 1);
    this.#lines.set(number, { first, last });
  }

  /** The same lines when they were wrapped anew. */
  inRows(rows: readonly Row[], cursor: number): Lines {
    return new Lines(rows, cursor, this.#above, this.#below);
  }

  placeOf(row: number, col: number): Place {
    const line = this.#numbers[row];
    const found = this.#lines.get(line);
    if (found === undefined) return { line, at: row - this.#cursor, col };
    const { first, last } = found;
    const cells = this.#cells(first, row) + (row < last ? Math.min(col, this.#rows[row].length) : col);
    return { line, at: line < 0 ? cells - this.#cells(first, last + 1) : cells, col };
  }

  /** Undefined if it is no more. */
  find({ line, at, col }: Place): { row: number; col: number } | undefined {
    if (line === 0) return { row: this.#cursor + at, col };
    const found = this.#lines.get(line);
    if (found === undefined) return undefined;
    const { first, last } = found;
    let rest = line < 0 ? at + this.#cells(first, last + 1) : at;
    let row = first;
    while (row < last && rest >= this.#rows[row].length) rest -= this.#rows[row++].length;
    return rest < 0 ? undefined : { row, col: rest };
  }

  /** In rows [first, end). */
  #cells(first: number, end: number): number {
    let cells = 0;
    for (let y = first; y < end; y++) cells += this.#rows[y].length;
    return cells;
  }
}

/** To the cursor's line belongs what once went on in its first row, as for `rewrap`. */
function linesBefore(rows: readonly Row[], cursor: number): Lines {
  let [top, bottom] = [cursor, cursor];
  while (top > 0 && rows[top - 1].wasWrapped) top--;
  while (bottom < rows.length - 1 && rows[bottom].wrapped) bottom++;
  return new Lines(rows, cursor, cursor - top, bottom - cursor);
}
