import type { PackedRow, Page } from "./packed-rows.js";
import { LineCut, TextOfCells, copyOf, hasWide, isWrapped, packedRows, rewrapped, withWrap } from "./packed-rows.js";
import type { RowCopy } from "./row.js";
import type { WrappedLines } from "./wrapped-lines.js";

/** Cells of a piece; and of one line, if it is longer than that. */
const PIECE_CELLS = 16_384;
const MAX_PIECE_CELLS = 65_536;

/** Rows [first, end), whole lines of them unless one is longer than any other is. */
export interface Piece {
  readonly first: number;
  readonly end: number;
  /** The line goes on in the next row. */
  readonly goesOn: boolean;
}

/** Rows as one text: those that wrap are joined, blanks at the end of a line and empty lines at the end of all are left out. */
export interface PieceText {
  readonly text: string;
  /** The row that a character of it stands in. */
  readonly rowOf: (offset: number) => number;
}

/** How far a history has come. */
export interface Reached {
  /** Behind the place of the last row. */
  readonly placesEnd: number;
  /** The line of the last row goes on on the screen. */
  readonly goesOn: boolean;
  /** The number behind that of the last row. */
  readonly end: number;
}

interface Kept extends Reached {
  readonly pages: readonly Page[];
  readonly lines: WrappedLines;
  readonly cols: number;
  /** The number of the oldest row. */
  readonly first: number;
}

/** The rows of a history at one moment, which stay as they are, whatever is kept later on. */
export class HistoryRows {
  readonly first: number;
  readonly end: number;
  readonly #kept: Kept;

  constructor(kept: Kept) {
    this.#kept = kept;
    this.first = kept.first;
    this.end = kept.end;
  }

  /** The line of the last row goes on on the screen. */
  get goesOn(): boolean {
    return this.#kept.goesOn;
  }

  /** Rows [from, to), which must be kept, as copies. */
  rows(from: number, to: number): RowCopy[] {
    const rows: RowCopy[] = [];
    if (from >= to) return rows;
    for (const { number, end, packed, isCut } of this.#stretches(from)) {
      if (isCut) {
        const cut = rewrapped(packed, this.#kept.cols);
        for (const row of cut.slice(Math.max(0, from - number), to - number)) rows.push(row.frozen());
      } else rows.push(copyOf(packed[0]));
      if (end >= to) break;
    }
    return rows;
  }

  /** All lines of which some row is one of [from, to), in pieces that are searched in a moment. No line before that of `lineStart` is looked at. */
  pieces(from: number, to: number, lineStart = this.first): readonly Piece[] {
    const pieces: Piece[] = [];
    let [first, cells] = [lineStart, 0];
    for (const { number, end, packed } of this.#stretches(first)) {
      if (number >= to && number === first) break;
      for (const { length } of packed) cells += length;
      const goesOn = isWrapped(packed[packed.length - 1]);
      const isFull = cells >= (goesOn ? MAX_PIECE_CELLS : PIECE_CELLS);
      // Nothing that comes before what is wanted is searched, unless it is one line with that.
      if (!isFull && (goesOn || end > from) && end < this.end) continue;
      if (end > from) pieces.push({ first, end, goesOn });
      [first, cells] = [end, 0];
    }
    return pieces;
  }

  text({ first, end }: Piece, clusters: readonly string[]): PieceText {
    const made = new TextOfCells(clusters);
    let begin: number | undefined;
    for (const { number, end: next, packed, isCut } of this.#stretches(first)) {
      begin ??= number;
      if (!isCut) {
        made.beginRow();
        made.add(packed[0].words, packed[0].at, packed[0].at + packed[0].length);
      } else if (packed.some(hasWide)) cutCells(packed, this.#kept.cols, made);
      else cutEvenly(packed, this.#kept.cols, made);
      if (!isWrapped(packed[packed.length - 1])) made.endLine();
      if (next >= end) break;
    }
    return { text: made.text(), rowOf: (offset) => (begin ?? first) + lastUpTo(made.starts, offset) };
  }

  /** From the one on that has a row: lines that were wrapped anew, and then row by row. */
  *#stretches(from: number): Generator<Stretch> {
    const { pages, placesEnd, lines, goesOn } = this.#kept;
    let line = lines.lineOf(from);
    let number = from;
    let packed: PackedRow[] = [];
    let place = line?.start ?? lines.keptBehind(from);
    for (const row of packedRows(pages, placesEnd, place, placesEnd)) {
      // What the last one says may have changed since.
      packed.push(++place === placesEnd ? withWrap(row, goesOn) : row);
      if (line === undefined) yield { number, end: ++number, packed, isCut: false };
      else if (packed.length < line.end - line.start) continue;
      else {
        yield { number: line.number, end: (number = line.endNumber), packed, isCut: true };
        line = lines.lineOf(number);
      }
      packed = [];
    }
  }
}

/** Rows [number, end): one as it was kept, or those that the kept ones of a line are cut into. */
interface Stretch {
  readonly number: number;
  readonly end: number;
  readonly packed: readonly PackedRow[];
  readonly isCut: boolean;
}

type PackedLine = readonly PackedRow[];

/** Where every cell takes one column. */
function cutEvenly(packed: PackedLine, cols: number, made: TextOfCells): void {
  made.beginRow();
  let width = 0;
  for (const { words, at, length } of packed)
    for (let cell = at; cell < at + length;) {
      if (width === cols) {
        made.beginRow();
        width = 0;
      }
      const next = Math.min(at + length, cell + cols - width);
      made.add(words, cell, next);
      width += next - cell;
      cell = next;
    }
}

function cutCells(packed: PackedLine, cols: number, made: TextOfCells): void {
  const cut = new LineCut(cols);
  made.beginRow();
  for (const { words, at, length } of packed)
    for (let cell = at; cell < at + length; cell++) {
      if (!cut.takes(words[cell])) continue;
      if (cut.begins(words[cell])) made.beginRow();
      made.add(words, cell, cell + 1);
    }
}

/** The last of a sorted list that is no more than this. */
function lastUpTo(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (list[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
