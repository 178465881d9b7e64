import { BlockTrail } from "../../text/redaction/index.js";
import { CONTENT_MASK } from "./cell.js";
import type { History } from "./history.js";
import { Row } from "./row.js";
import { rowText } from "./row-text.js";
import type { PackedColor } from "./style.js";

/** What clearing a row weighs beside moving one, in units of work. */
const CLEAR_WORK = 4;
/** Of a line whose beginning is gone, as far back as a secret or its name may reach. */
const MAX_HEAD_CELLS = 2_048;
/** What a row of the head counts for at least: also where rows are narrow or hold next to nothing, they are few. */
const MIN_ROW_CELLS = 16;
/** Above this many rows the engine moves all of them faster than a loop. */
const LARGE_HEIGHT = 40;
const DASH = 0x2d;
const LETTER_B = 0x42;
const NO_CLUSTERS: readonly string[] = [];
/** The most rows of a head. */
export const MAX_HEAD_ROWS = MAX_HEAD_CELLS / MIN_ROW_CELLS;

/** The rows of one screen, normal or alternate. Scrolling moves references and clears rows; it copies no cells. */
export class Grid {
  rows: Row[];
  /** The rows before the first one that belong to the same soft-wrapped line: gone, but they tell what the rest of it is. */
  head: Row[] = [];
  /** Whether the rows before the first one began a private key that goes on in it. */
  readonly trail = new BlockTrail();
  /** Keeps the rows that leave at the top, where somebody wants them. */
  history: History | undefined;
  /** The line that is leaving may be one with which a key begins. */
  #mayBegin = false;
  /** Rows that left the head. Without them, each row of a flood of long lines would be made anew. */
  readonly #spare: Row[] = [];
  readonly #meter: { work: number };

  /** What is done to many rows at once is added to the meter's work. */
  constructor(rowCount: number, meter: { work: number }) {
    this.#meter = meter;
    this.rows = Array.from({ length: rowCount }, () => new Row());
  }

  /** Moves rows [top, bottom] up by `count`; blank rows come in at the bottom. */
  scrollUp(top: number, bottom: number, count: number, background: PackedColor): void {
    const { rows } = this;
    const height = bottom - top + 1;
    if (count >= height) return this.clear(top, bottom, background);
    this.#meter.work += height + count * CLEAR_WORK;
    // Above the region nothing moves, so a row that wrapped into it has lost its continuation.
    if (top > 0) this.rows[top - 1].breakLine();
    if (count === 1) {
      const recycled = top > 0 ? rows[top] : this.#leave(rows[top]);
      recycled.clear(background);
      if (height === rows.length && height > LARGE_HEIGHT) {
        rows.shift();
        rows.push(recycled);
      } else {
        // Array.prototype.copyWithin takes ten times as long as this loop.
        for (let y = top; y < bottom; y++) rows[y] = rows[y + 1];
        rows[bottom] = recycled;
      }
    } else {
      const gone = rows.slice(top, top + count);
      const recycled = top > 0 ? gone : gone.map((row) => this.#leave(row));
      for (let y = top; y <= bottom - count; y++) rows[y] = rows[y + count];
      for (let i = 0; i < count; i++) {
        recycled[i].clear(background);
        rows[bottom + 1 - count + i] = recycled[i];
      }
    }
    this.rows[bottom - count].breakLine();
  }

  /** Moves rows [top, bottom] down by `count`; blank rows come in at the top. */
  scrollDown(top: number, bottom: number, count: number, background: PackedColor): void {
    const { rows } = this;
    const height = bottom - top + 1;
    if (count >= height) return this.clear(top, bottom, background);
    this.#meter.work += height + count * CLEAR_WORK;
    if (top > 0) this.rows[top - 1].breakLine();
    else this.#forgetAbove();
    const recycled = rows.slice(bottom + 1 - count, bottom + 1);
    for (let y = bottom; y >= top + count; y--) rows[y] = rows[y - count];
    for (let i = 0; i < count; i++) {
      recycled[i].clear(background);
      rows[top + i] = recycled[i];
    }
    this.rows[bottom].breakLine();
  }

  /** Clears rows [top, bottom]. */
  clear(top: number, bottom: number, background: PackedColor): void {
    this.#meter.work += (bottom - top + 1) * CLEAR_WORK;
    for (let y = top; y <= bottom; y++) this.rows[y].clear(background);
    if (top > 0) this.rows[top - 1].breakLine();
    else this.#forgetAbove();
  }

  /** What stands above a row does not go on in it. */
  endLineAbove(y: number): void {
    if (y > 0) this.rows[y - 1].unwrap();
    else this.history?.endLine();
  }

  /** Cuts off the first rows for good. */
  dropTop(count: number): void {
    for (const row of this.rows.splice(0, count)) this.#leave(row);
  }

  /** A row leaves at the top: kept while its line goes on below, without a copy. Returns one that can be used anew. */
  #leave(row: Row): Row {
    const { head, trail } = this;
    this.history?.keep(row);
    this.#mayBegin ||= mayBeginBlock(row);
    if (!row.wasWrapped) {
      if (this.#mayBegin || trail.isOpen) trail.see([...head, row].map(lettersOf).join(""));
      this.#mayBegin = false;
      this.#dropHead();
      return row;
    }
    head.push(row);
    const isFull = head.length * Math.max(row.length, MIN_ROW_CELLS) > MAX_HEAD_CELLS;
    return (isFull ? head.shift() : this.#spare.pop()) ?? new Row();
  }

  /** Rows that left come back: the first line is whole again. */
  takeBack(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    this.rows = [...rows, ...this.rows];
    this.#dropHead();
  }

  #forgetAbove(): void {
    this.history?.endLine();
    this.trail.forget();
    this.#mayBegin = false;
    this.#dropHead();
  }

  #dropHead(): void {
    if (this.head.length === 0) return;
    for (const row of this.head) this.#spare.push(row);
    this.head = [];
  }
}

/**
 * Whether a BEGIN line may stand in the row, or begin at its end. Of its first five dashes three stand in one row wherever it wraps, so
 * that every third cell will do; a row of nothing but dashes is passed over.
 */
function mayBeginBlock({ chars, length, wrapped }: Row): boolean {
  const isAt = (col: number, letter: number): boolean => (chars[col] & CONTENT_MASK) === letter;
  for (let col = 0; col < length; col += 3) {
    if (!isAt(col, DASH)) continue;
    let start = col;
    while (start > 0 && isAt(start - 1, DASH)) start--;
    while (col < length && isAt(col, DASH)) col++;
    if (col === length ? wrapped : isAt(col, LETTER_B) && (start === 0 || col - start >= 5)) return true;
  }
  return false;
}

/** Characters of several code points are left out: no key has them. */
function lettersOf(row: Row): string {
  return rowText(row, row.length, NO_CLUSTERS);
}
