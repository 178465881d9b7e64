import { CONTENT_MASK, CONTINUATION } from "./cell.js";
import type { RowCopy } from "./row.js";
import { cellText, rowText } from "./row-text.js";
import type { Span } from "./span-cells.js";

/** A text as a reader sees it in some columns of a screen, and where in the plain text its characters stand. */
export interface ReadText {
  readonly text: string;
  /** Where these characters stand in the plain text, in order and without gaps in each. */
  readonly spansOf: (start: number, end: number) => Span[];
}

/** Vertical lines between panes, and beside line numbers. */
const BORDERS: ReadonlySet<number> = new Set([
  0x7c, 0x2502, 0x2503, 0x2506, 0x250a, 0x2551, 0x258f, 0x2595, 0x258c, 0x2590,
]);
/** A row with more is a drawing. */
const MAX_BORDERS = 16;
/** So many columns at the right of a row may be free of text that goes on in the next: some programs keep the last one. */
const MAX_SLACK = 1;
/** What precedes a row that goes on: blanks where the first row had a number, an arrow. */
const MAX_GUTTER = 24;
const SPACE = 0x20;
/** Stands for what is no part of any secret. */
const OTHER = "\u00b7";

/** A part of a row between two borders, or the edges of the screen. */
interface Segment {
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Secrets go on where a reader's eye goes on: over rows that are filled up to the edge of a pane, past line numbers, indents and
 * borders. These are the texts in which a screen has to be searched besides its plain text. None if no row is filled and none has
 * borders.
 */
export function textsAsRead(rows: readonly RowCopy[], clusters: readonly string[], cols: number): ReadText[] {
  const borders = rows.map((row, y) => bordersOf(row, rows[y - 1], rows[y + 1]));
  const texts: ReadText[] = [];
  const places = new Places(rows, clusters);
  let open: Segment[][] = [];
  rows.forEach((_, row) => {
    const edges = [-1, ...borders[row], cols];
    const next: Segment[][] = [];
    for (let i = 1; i < edges.length; i++) {
      const segment = { row, left: edges[i - 1] + 1, right: edges[i] };
      if (segment.left >= segment.right) continue;
      const above = open.find(([{ left, right }]) => left === segment.left && right === segment.right);
      above?.push(segment);
      next.push(above ?? [segment]);
    }
    for (const pane of open) if (!next.includes(pane)) read(pane, cols, places, texts);
    open = next;
  });
  for (const pane of open) read(pane, cols, places, texts);
  return texts;
}

/** Borders that go on in the row above or below; one alone is a character like any other. */
function bordersOf(row: RowCopy, above: RowCopy | undefined, below: RowCopy | undefined): number[] {
  const columns: number[] = [];
  for (let col = 0; col < row.chars.length; col++) {
    if (!isBorder(row, col) || !(isBorder(above, col) || isBorder(below, col))) continue;
    if (columns.length === MAX_BORDERS) return [];
    columns.push(col);
  }
  return columns;
}

const isBorder = (row: RowCopy | undefined, col: number): boolean =>
  row !== undefined && col < row.chars.length && BORDERS.has(row.chars[col] & CONTENT_MASK);

/** Puts the rows of a pane together. One as wide as the screen, without a row that goes on, is the plain text. */
function read(pane: readonly Segment[], cols: number, places: Places, into: ReadText[]): void {
  const [{ left, right }] = pane;
  const isWhole = left === 0 && right === cols;
  let hasJoined = false;
  const pieces: Piece[] = [];
  let text = "";
  let goesOn = false;
  for (const segment of pane) {
    const from: number = goesOn ? places.contentStart(segment) : segment.left;
    if (goesOn) hasJoined ||= !places.isWrapped(segment.row - 1) || from > segment.left;
    else if (text !== "") text += "\n";
    const to: number = places.contentEnd(segment);
    pieces.push({ at: text.length, row: segment.row, col: from });
    text += places.text(segment.row, from, to);
    goesOn = to > from && segment.right - to <= MAX_SLACK && places.isOfToken(segment.row, to - 1);
  }
  if (isWhole && !hasJoined) return;
  into.push({ text, spansOf: (start, end) => places.spans(pieces, text.length, start, end) });
}

/** Which cells a part of a text was made of: those of a row from a column on. */
interface Piece {
  readonly at: number;
  readonly row: number;
  readonly col: number;
}

/** Cells by row and column, and where they are in the plain text. */
class Places {
  readonly #rows: readonly RowCopy[];
  readonly #clusters: readonly string[];
  /** Where each row begins in the plain text. */
  readonly #starts: number[] = [];

  constructor(rows: readonly RowCopy[], clusters: readonly string[]) {
    this.#rows = rows;
    this.#clusters = clusters;
    let start = 0;
    for (const row of rows) {
      this.#starts.push(start);
      start += rowText(row, row.chars.length, clusters).length + (row.wrapped ? 0 : 1);
    }
  }

  isWrapped(row: number): boolean {
    return this.#rows[row].wrapped;
  }

  /** One character for each cell. */
  text(row: number, from: number, to: number): string {
    const { chars } = this.#rows[row];
    let text = "";
    for (let col = from; col < to; col++) {
      const char = col < chars.length ? chars[col] : 0;
      text += char === 0 ? " " : char < 0x80 ? String.fromCharCode(char) : OTHER;
    }
    return text;
  }

  contentEnd({ row, left, right }: Segment): number {
    const { chars, wrapped } = this.#rows[row];
    // The blanks at the end of a row that was wrapped by the terminal are text.
    if (wrapped && right >= chars.length) return right;
    let end = Math.min(right, chars.length);
    while (end > left && isBlank(chars[end - 1])) end--;
    return end;
  }

  /** Behind blanks, an arrow or a number at the beginning; the left edge if there are too many. */
  contentStart({ row, left, right }: Segment): number {
    const { chars } = this.#rows[row];
    const last = Math.min(right, chars.length);
    const skip = (from: number, isSkipped: (char: number) => boolean): number => {
      let at = from;
      while (at < last && isSkipped(chars[at])) at++;
      return at;
    };
    let start = skip(left, (char) => isBlank(char) || isArrow(char));
    const isWrapped = row > 0 && this.#rows[row - 1].wrapped;
    // Some pagers repeat the number of the line, indented. Where the terminal wrapped the text, digits and a single blank are part of it.
    const number = isWrapped && start - left < 2 ? start : skip(start, isDigit);
    if (number > start && number < last && isBlank(chars[number])) start = skip(number, isBlank);
    const isText = start - left === 1 && isWrapped;
    return start - left <= MAX_GUTTER && !isText ? start : left;
  }

  isOfToken(row: number, col: number): boolean {
    const char = this.#rows[row].chars[col] ?? SPACE;
    return char < 0x80 && /[\w.~+/=%&:;?-]/.test(String.fromCharCode(char));
  }

  spans(pieces: readonly Piece[], length: number, start: number, end: number): Span[] {
    const spans: Span[] = [];
    for (const [i, { at, row, col }] of pieces.entries()) {
      const from = Math.max(start, at);
      const to = Math.min(end, pieces[i + 1]?.at ?? length);
      if (from >= to) continue;
      const first = this.#offset(row, col + from - at);
      const last = Math.min(this.#offset(row, col + to - at), this.#offset(row, this.#rows[row].chars.length));
      if (last > first) spans.push({ start: first, end: last });
    }
    return spans;
  }

  #offset(row: number, col: number): number {
    const { chars } = this.#rows[row];
    let offset = this.#starts[row];
    for (let at = 0; at < Math.min(col, chars.length); at++)
      if ((chars[at] & CONTINUATION) === 0) offset += Math.max(1, cellText(chars[at], this.#clusters).length);
    return offset;
  }
}

const isBlank = (char: number): boolean => char === 0 || char === SPACE;

const isDigit = (char: number): boolean => char >= 0x30 && char <= 0x39;

/** As editors put before a row that goes on. */
const isArrow = (char: number): boolean => (char >= 0x2190 && char <= 0x21ff) || char === 0xbb;
