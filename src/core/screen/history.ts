import { MAX_SCROLLBACK_BYTES } from "../../base/index.js";
import { HistoryRows, type Reached } from "./history-rows.js";
import type { PackedRow, Page } from "./packed-rows.js";
import {
  HEADER_WORDS,
  countRewrapped,
  isStyled,
  isWrapped,
  mostWords,
  pack,
  packedRows,
  rowAt,
  setWrapAt,
} from "./packed-rows.js";
import type { Row } from "./row.js";
import { STYLE_WORDS } from "./style.js";
import { WrappedLines } from "./wrapped-lines.js";
import { markClusters, markExtras } from "./used-values.js";

/** 32-bit words of a page: the largest row fits in several times. */
const PAGE_WORDS = 16_384;
const MAX_PAGES = MAX_SCROLLBACK_BYTES / Uint32Array.BYTES_PER_ELEMENT / PAGE_WORDS;

/** A line that was longer is wrapped anew in pieces of so many cells: who reads one row must not pay for all of them. */
const MAX_LINE_CELLS = 65_536;

/**
 * The rows that left at the top, oldest first, packed into pages, so that rows of the screen stay in the processor's cache and are used
 * again at once. Rows have numbers, counted from the first that ever left. The oldest go a page at a time; in steady state nothing is
 * allocated.
 */
export class History {
  readonly limit: number;
  #pages: Page[] = [];
  #words: Uint32Array = new Uint32Array(0);
  #at = 0;
  /** Where the last row is in the words. */
  #lastAt = 0;
  /** The line of the last row goes on on the screen. */
  #goesOn = false;
  /** How many rows were ever kept: the place of the next one. */
  #end = 0;
  #lines = new WrappedLines(0, 0);
  /** The width that rows must be wrapped at before they are read, if that is another one. */
  #staleCols: number | undefined;
  #cols = Infinity;

  constructor(limit: number) {
    this.limit = limit;
  }

  keep(row: Row): void {
    if (this.#at + mostWords(row) > this.#words.length) this.#turnPage();
    this.#lastAt = this.#at;
    this.#at = pack(row, this.#words, this.#at);
    this.#goesOn = row.wrapped;
    this.#end++;
  }

  #turnPage(): void {
    const pages = this.#pages;
    const isSpare = pages.length > 1 && this.#end - pages[1].firstRow >= this.limit;
    const oldest = isSpare || pages.length >= MAX_PAGES ? pages.shift() : undefined;
    this.#words = oldest === undefined || oldest.isShared ? new Uint32Array(PAGE_WORDS) : oldest.words;
    pages.push({ words: this.#words, firstRow: this.#end, isShared: false });
    this.#at = 0;
  }

  clear(): void {
    this.#lines = new WrappedLines(this.#end, this.end);
    this.#pages = [];
    this.#words = new Uint32Array(0);
    this.#at = 0;
    this.#goesOn = false;
  }

  /** What the screen begins with is another line than the last one here. */
  endLine(): void {
    if (!this.#goesOn) return;
    this.#goesOn = false;
    setWrapAt(this.#words, this.#lastAt, false);
  }

  /** What the screen begins with belongs to the line of the last row. */
  goOn(): void {
    this.#goesOn = true;
    setWrapAt(this.#words, this.#lastAt, true);
  }

  /** The screen is so wide from now on. Lines are wrapped anew when somebody reads them. */
  useWidth(cols: number): void {
    if (this.#end > 0) this.#staleCols = cols;
  }

  /** Gives back the rows of a line that goes on on the screen, to be wrapped anew with the rest of it; none if they are very many. */
  takeBack(): Row[] {
    if (!this.#goesOn) return [];
    const taken: PackedRow[] = [];
    let [index, cells, end] = [this.#pages.length, 0, this.#end];
    for (let isWhole = false; !isWhole && index > 0;) {
      const { firstRow } = this.#pages[--index];
      const rows = [...this.#walk(firstRow, end)];
      const start = rows.findLastIndex((row) => !isWrapped(row)) + 1;
      for (const { length } of rows.slice(start)) cells += length;
      if (cells > MAX_LINE_CELLS) return [];
      taken.unshift(...rows.slice(start));
      isWhole = start > 0;
      end = firstRow + start;
    }
    const given = taken.map(rowAt);
    this.#cutAt(index, end, taken[0]);
    return given;
  }

  /** Rows from a place on are no more; `first` is the first of them. */
  #cutAt(index: number, end: number, first: PackedRow): void {
    const page = this.#pages[index];
    this.#pages.length = index;
    [this.#end, this.#goesOn] = [end, false];
    const isLeft = page.firstRow < end;
    // Somebody may still read what is written over next.
    this.#words = !isLeft ? new Uint32Array(0) : page.isShared ? page.words.slice() : page.words;
    this.#at = isLeft ? first.at - HEADER_WORDS : 0;
    if (isLeft) this.#pages.push({ words: this.#words, firstRow: page.firstRow, isShared: false });
  }

  /** The number of the oldest row that is kept. */
  get first(): number {
    this.#refresh();
    return this.#first;
  }

  get #first(): number {
    return Math.max(this.#lines.numberFrom(this.#oldest), this.#lines.numberBehind(this.#end) - this.limit);
  }

  /** The place of the oldest row that is kept. */
  get #oldest(): number {
    return this.#pages.length === 0 ? this.#end : this.#pages[0].firstRow;
  }

  /** The number that the next row will have. */
  get end(): number {
    this.#refresh();
    return this.#lines.numberBehind(this.#end);
  }

  /** How far it has come. */
  get reached(): Reached {
    const { end } = this;
    return { end, placesEnd: this.#end, goesOn: this.#goesOn };
  }

  /** All of them, as they are now; without those that came after it had come so far. */
  until(reached = this.reached): HistoryRows {
    const first = Math.min(this.first, reached.end);
    for (const page of this.#pages) page.isShared = true;
    return new HistoryRows({
      pages: [...this.#pages],
      lines: this.#lines,
      cols: this.#cols,
      first,
      ...reached,
    });
  }

  /** Marks the clusters and the extras of styles that the rows refer to by number. */
  markUsed(clusters: Uint8Array, extras: Uint8Array): void {
    for (const row of this.#walk(this.#oldest, this.#end)) {
      const { words, at, length } = row;
      markClusters(words, at, at + length, clusters);
      const styles = at + length;
      if (isStyled(row)) markExtras(words, styles, styles + length * STYLE_WORDS, extras);
    }
  }

  /** Finds out how many rows each line has at the new width; which cells are in them is worked out when they are read. */
  #refresh(): void {
    const cols = this.#staleCols;
    if (cols === undefined) return;
    this.#staleCols = undefined;
    const first = this.#first;
    this.#cols = cols;
    const lines = new WrappedLines(this.#oldest, first);
    let place = this.#oldest;
    let line: PackedRow[] = [];
    let cells = 0;
    for (const row of this.#walk(place, this.#end)) {
      place++;
      line.push(row);
      cells += row.length;
      if (isWrapped(row) && place < this.#end && cells < MAX_LINE_CELLS) continue;
      lines.add(line.length, countRewrapped(line, cols));
      [line, cells] = [[], 0];
    }
    this.#lines = lines;
  }

  #walk(from: number, to: number): Generator<PackedRow> {
    return packedRows(this.#pages, this.#end, from, to);
  }
}
