import { CLUSTER, CONTENT_MASK, CONTINUATION, PROTECTED, WIDE } from "./cell.js";
import { wrappedAnew } from "./rewrap.js";
import { Row, type RowCopy } from "./row.js";
import { STYLE_WORDS } from "./style.js";

/** Before each row: its length and what is special about it, and the background behind its end. */
export const HEADER_WORDS = 2;
const LENGTH_MASK = 0xffff;
const WRAPPED = 1 << 16;
const STYLED = 1 << 17;
const HAS_WIDE = 1 << 18;
/** Up to so many words are copied faster one by one. */
const FEW = 12;
/** So many words more than needed are copied faster than it takes to say how many are. */
const MANY = 64;

/** Rows one behind the other in a block of words. */
export interface Page {
  readonly words: Uint32Array;
  /** The place of its first row, counted from the first that was ever kept. */
  readonly firstRow: number;
  /** Somebody reads it who must not see it change: its words are not used again. */
  isShared: boolean;
}

/** Where a row's characters begin in a page; its styles come behind them. */
export interface PackedRow {
  readonly words: Uint32Array;
  readonly at: number;
  readonly length: number;
  readonly flags: number;
}

/** The same row, whose line goes on or not. */
export const withWrap = (row: PackedRow, goesOn: boolean): PackedRow =>
  isWrapped(row) === goesOn ? row : { ...row, flags: row.flags ^ WRAPPED };

/** Whether the line goes on, of a row whose header stands there. */
export function setWrapAt(words: Uint32Array, at: number, goesOn: boolean): void {
  words[at] = goesOn ? words[at] | WRAPPED : words[at] & ~WRAPPED;
}

export const isWrapped = ({ flags }: PackedRow): boolean => (flags & WRAPPED) !== 0;
export const isStyled = ({ flags }: PackedRow): boolean => (flags & STYLED) !== 0;
export const hasWide = ({ flags }: PackedRow): boolean => (flags & HAS_WIDE) !== 0;

/** As many words as a row may take, whatever it shows. */
export const mostWords = ({ chars, styles, isStyled }: Row): number =>
  HEADER_WORDS + chars.length + (isStyled ? styles.length : 0);

/** Writes a row there; returns where it ends. */
export function pack(row: Row, words: Uint32Array, at: number): number {
  const { chars, styles, length, isStyled } = row;
  words[at++] = length | (row.wrapped ? WRAPPED : 0) | (isStyled ? STYLED : 0) | (row.hasWide ? HAS_WIDE : 0);
  words[at++] = row.blankBackground;
  copyWords(chars, length, words, at);
  at += length;
  if (!isStyled) return at;
  copyWords(styles, length * STYLE_WORDS, words, at);
  return at + length * STYLE_WORDS;
}

function copyWords(source: Uint32Array, count: number, target: Uint32Array, at: number): void {
  if (count <= FEW) for (let i = 0; i < count; i++) target[at + i] = source[i];
  else if (source.length - count <= MANY) target.set(source, at);
  else target.set(source.subarray(0, count), at);
}

/** The rows with places [from, to) of pages that hold all up to `end`. */
export function* packedRows(pages: readonly Page[], end: number, from: number, to: number): Generator<PackedRow> {
  let index = pages.length - 1;
  while (index > 0 && pages[index].firstRow > from) index--;
  for (; index >= 0 && index < pages.length; index++) {
    const { words, firstRow } = pages[index];
    const last = Math.min(to, pages[index + 1]?.firstRow ?? end);
    let at = HEADER_WORDS;
    for (let place = firstRow; place < last; place++) {
      const flags = words[at - HEADER_WORDS];
      const length = flags & LENGTH_MASK;
      if (place >= from) yield { words, at, length, flags };
      at += HEADER_WORDS + length + ((flags & STYLED) === 0 ? 0 : length * STYLE_WORDS);
    }
    if (last === to) return;
  }
}

export const copyOf = (row: PackedRow): RowCopy => {
  const { words, at, length } = row;
  return {
    chars: words.slice(at, at + length),
    styles: words.slice(at + length, at + length + (isStyled(row) ? length * STYLE_WORDS : 0)),
    blankBackground: words[at - 1],
    wrapped: isWrapped(row),
  };
};

/** The rows of one line at another width. */
export function rewrapped(packed: readonly PackedRow[], cols: number): Row[] {
  const rows = packed.map(rowAt);
  const wrapped = wrappedAnew(rows, cols);
  if (isWrapped(packed[packed.length - 1])) wrapped[wrapped.length - 1].wrap();
  return wrapped;
}

/** As a row of the screen again. */
export function rowAt(packed: PackedRow): Row {
  const { words, at, length } = packed;
  const row = new Row();
  row.chars = words.slice(at, at + length);
  row.length = length;
  row.blankBackground = words[at - 1];
  row.hasWide = hasWide(packed);
  row.hasProtected = row.chars.some((char) => (char & PROTECTED) !== 0);
  if (isStyled(packed)) {
    row.isStyled = true;
    row.styles = words.slice(at + length, at + length + length * STYLE_WORDS);
  }
  if (isWrapped(packed)) row.wrap();
  return row;
}

/** Goes over the cells of a line as `rewrapped` cuts it, a row after the other. */
export class LineCut {
  readonly #cols: number;
  #width = 0;

  constructor(cols: number) {
    this.#cols = cols;
  }

  /** Whether the cell has a place in a row; a wide character has none in one column. */
  takes(char: number): boolean {
    return this.#cols > 1 || (char & (WIDE | CONTINUATION)) === 0;
  }

  /** One more cell, which it takes; true if a row begins with it. */
  begins(char: number): boolean {
    const isFull = (char & CONTINUATION) === 0 && this.#width + ((char & WIDE) !== 0 ? 2 : 1) > this.#cols;
    this.#width = isFull ? 1 : this.#width + 1;
    return isFull;
  }
}

/** How many rows `rewrapped` makes of these, without making them. */
export function countRewrapped(packed: readonly PackedRow[], cols: number): number {
  if (!packed.some(hasWide)) return Math.max(1, Math.ceil(packed.reduce((sum, { length }) => sum + length, 0) / cols));
  const cut = new LineCut(cols);
  let count = 1;
  for (const { words, at, length } of packed)
    for (let cell = at; cell < at + length; cell++) if (cut.takes(words[cell]) && cut.begins(words[cell])) count++;
  return count;
}

const SPACE = 0x20;
const NEWLINE = 0x0a;
const BITS_OF_UNIT = 16;
const FIRST_UNITS = 4_096;

/** Puts cells together to a text: lines that wrap are joined, blanks at the end of a line are left out. */
export class TextOfCells {
  readonly #clusters: readonly string[];
  #units = new Uint16Array(FIRST_UNITS);
  #count = 0;
  #lineStart = 0;
  #lineRow = 0;
  /** Cells that nothing was printed into: spaces, unless they end a row. */
  #blanks = 0;
  /** Where each row begins. */
  readonly starts: number[] = [];

  constructor(clusters: readonly string[]) {
    this.#clusters = clusters;
  }

  beginRow(): void {
    this.#blanks = 0;
    this.starts.push(this.#count);
  }

  add(words: Uint32Array, from: number, to: number): void {
    this.#reserve(to - from);
    for (let at = from; at < to; at++) {
      const char = words[at];
      if (char === 0) this.#blanks++;
      else {
        if (this.#blanks > 0) this.#fillBlanks(to - at);
        if (char >> BITS_OF_UNIT === 0) this.#units[this.#count++] = char;
        else this.#addRare(char, to - at);
      }
    }
  }

  endLine(): void {
    while (this.#count > this.#lineStart && this.#units[this.#count - 1] === SPACE) this.#count--;
    for (let row = this.starts.length - 1; row >= this.#lineRow && this.starts[row] > this.#count; row--)
      this.starts[row] = this.#count;
    this.#reserve(1);
    this.#units[this.#count++] = NEWLINE;
    this.#lineStart = this.#count;
    this.#lineRow = this.starts.length;
  }

  /** Without the line feeds at its end. */
  text(): string {
    let end = this.#count;
    while (end > 0 && this.#units[end - 1] === NEWLINE) end--;
    return Buffer.from(this.#units.buffer, 0, end * Uint16Array.BYTES_PER_ELEMENT).toString("utf16le");
  }

  #fillBlanks(rest: number): void {
    this.#reserve(this.#blanks + rest);
    this.#units.fill(SPACE, this.#count, this.#count + this.#blanks);
    this.#count += this.#blanks;
    this.#blanks = 0;
  }

  /** What is more than one code unit, or has flags. */
  #addRare(char: number, rest: number): void {
    const content = char & CONTENT_MASK;
    if (content === 0 && (char & CONTINUATION) !== 0) return;
    const text = (char & CLUSTER) !== 0 ? this.#clusters[content] : content === 0 ? " " : String.fromCodePoint(content);
    this.#reserve(text.length + rest);
    for (let at = 0; at < text.length; at++) this.#units[this.#count++] = text.charCodeAt(at);
  }

  #reserve(count: number): void {
    if (this.#count + count <= this.#units.length) return;
    const units = new Uint16Array(Math.max(this.#count + count, 2 * this.#units.length));
    units.set(this.#units.subarray(0, this.#count));
    this.#units = units;
  }
}
