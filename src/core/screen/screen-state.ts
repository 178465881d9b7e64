import { AnchoredGrid } from "./anchored-grid.js";
import { Announced } from "./announced.js";
import { Charsets } from "./charset.js";
import { History } from "./history.js";
import { Interned } from "./interned.js";
import { KeyboardFlags } from "./keyboard-flags.js";
import { Modes } from "./modes.js";
import { Palette } from "./palette.js";
import { deleteCells, insertCells, scrollRegion } from "./region.js";
import type { Row } from "./row.js";
import { cellText } from "./row-text.js";
import { Pen } from "./sgr.js";
import { NO_EXTRAS, STYLE_WORDS, extrasBits, extrasKey, extrasNumber } from "./style.js";
import type { StyleExtras } from "./style.js";
import { markClusters, markExtras } from "./used-values.js";

const TAB_WIDTH = 8;
/** Code units one cell may hold; a flood of combining marks ends here. */
const MAX_CLUSTER_CHARS = 32;
const CODE_POINTS = 0x110000;
const MAX_JOINED = 4_096;
/** Clusters, or extras of styles, of the screen and its history; far below what a cell's bits can tell apart. */
const MAX_KEPT_VALUES = 524_288;
/** The highest of the VT500. */
const FULL_LEVEL = 5;

/** Where a saved cursor is. */
export interface SavedPosition {
  x: number;
  y: number;
  pendingWrap: boolean;
}

/** What DECSC keeps and DECRC brings back. */
class SavedCursor implements SavedPosition {
  x = 0;
  y = 0;
  pendingWrap = false;
  origin = false;
  isProtecting = false;
  readonly pen = new Pen();
  readonly charsets = new Charsets();
}

/** Everything a terminal remembers, and the movements and edits that sequences are made of. Coordinates are zero-based. */
export class ScreenState {
  cols: number;
  rowCount: number;
  pixelWidth = 0;
  pixelHeight = 0;
  extras = new Interned<StyleExtras>(extrasKey);
  clusters = new Interned<string>((text) => text);
  /** Clusters by what was there and what came: found without making their text. */
  readonly #joined = new Map<number, number>();
  modes = new Modes();
  readonly normal: AnchoredGrid;
  #alternate: AnchoredGrid | undefined;
  grid: AnchoredGrid;
  x = 0;
  y = 0;
  /** The last column was written; the next character goes to the next line first. */
  pendingWrap = false;
  top = 0;
  bottom: number;
  readonly pen = new Pen();
  readonly charsets = new Charsets();
  left = 0;
  right: number;
  /** DECSLRM has set margins that are not those of the screen. While it has not, nothing else about them is looked at. */
  isNarrowed = false;
  /** Characters printed now are guarded. */
  isProtecting = false;
  /** Against what: after DECSCA against selective erase, after SPA against all other erasing. */
  guard: "none" | "dec" | "iso" = "none";
  /** DECSCL: as which generation of VTs this one behaves. */
  level = FULL_LEVEL;
  /** DECSACE: DECCARA and DECRARA change a rectangle, not all from its first cell to its last. */
  changesRectangles = false;
  readonly palette = new Palette();
  /** XTSAVE, by mode: no more than there are modes. */
  readonly savedModes = new Map<number, boolean>();
  title: string | undefined;
  titleCount = 0;
  readonly announced = new Announced();
  /** How often BEL came, but for those that end a string. */
  bellCount = 0;
  /** A terminal without a window has the focus until somebody takes it away. */
  isFocused = true;
  readonly keyboard = new KeyboardFlags();
  #tabStops = new Set<number>();
  /** Of the normal and the alternate screen. */
  readonly #saved: [SavedCursor, SavedCursor] = [new SavedCursor(), new SavedCursor()];
  /** Cells touched by costly operations; the owner resets it and pauses when it grows large. */
  work = 0;

  constructor(rowCount: number, cols: number, scrollback = 0) {
    this.rowCount = rowCount;
    this.cols = cols;
    this.normal = new AnchoredGrid(rowCount, this);
    if (scrollback > 0) this.normal.history = new History(scrollback);
    this.grid = this.normal;
    this.bottom = rowCount - 1;
    this.right = cols - 1;
    this.resetTabStops();
    this.extras.numberOf(NO_EXTRAS);
  }

  get isAlternate(): boolean {
    return this.grid !== this.normal;
  }

  get row(): Row {
    return this.grid.rows[this.y];
  }

  /** To be called after link or underline colour of the pen may have changed. */
  penChanged(): void {
    const { pen } = this;
    if (!pen.hasNewExtras) return;
    if (this.extras.isFull) this.#forgetUnused();
    const { underlineColor, hyperlink, hyperlinkId } = pen;
    pen.extras = extrasBits(this.extras.numberOf({ underlineColor, hyperlink, hyperlinkId }));
    pen.hasNewExtras = false;
  }

  /** The number of the cluster that a cell's content becomes with one more code point; undefined if it would be too long. */
  clusterWith(content: number, codePoint: number): number | undefined {
    const key = content * CODE_POINTS + codePoint;
    const known = this.#joined.get(key);
    if (known !== undefined) return known;
    const before = cellText(content, this.clusters.values);
    if (before.length >= MAX_CLUSTER_CHARS) return undefined;
    if (this.clusters.isFull) this.#forgetUnused();
    if (this.#joined.size >= MAX_JOINED) this.#joined.clear();
    const number = this.clusters.numberOf(before + String.fromCodePoint(codePoint));
    this.#joined.set(key, number);
    return number;
  }

  #forgetUnused(): void {
    const grids = this.#alternate === undefined ? [this.normal] : [this.normal, this.#alternate];
    const usedExtras = new Uint8Array(this.extras.size);
    const usedClusters = new Uint8Array(this.clusters.size);
    usedExtras[0] = 1;
    usedExtras[extrasNumber(this.pen.extras)] = 1;
    for (const { rows } of grids)
      for (const { chars, styles, length, isStyled } of rows) {
        markClusters(chars, 0, length, usedClusters);
        if (isStyled) markExtras(styles, 0, length * STYLE_WORDS, usedExtras);
      }
    const { history } = this.normal;
    // A program that makes up more than the numbers last for has no history.
    if (Math.max(this.extras.size, this.clusters.size) > MAX_KEPT_VALUES) history?.clear();
    history?.markUsed(usedClusters, usedExtras);
    this.extras = this.extras.retaining(usedExtras);
    this.clusters = this.clusters.retaining(usedClusters);
    this.#joined.clear();
    this.work += grids.length * this.rowCount * this.cols;
  }

  /** Erases cells of the cursor's row. What is erased from the first one on continues no line any more, as a shell's new prompt. */
  eraseInRow(start: number, end: number): void {
    this.eraseCells(this.y, start, end);
    this.endErasedLines(this.y, start, end);
  }

  /** DECSED and DECSEL: erases what is not guarded. */
  eraseSelectively(y: number, start: number, end: number): void {
    this.grid.rows[y].eraseUnprotected(start, end);
    this.endErasedLines(y, start, end);
  }

  /** Cells of a row were erased: a line goes on neither into its first cell nor from its last, unless that is still there. */
  endErasedLines(y: number, start: number, end: number): void {
    const row = this.grid.rows[y];
    this.endLines(y, start === 0 && !row.shows(0), end >= this.cols && !row.shows(this.cols - 1));
  }

  /** No line goes on into the first cell of a row, or from its last one. */
  endLines(y: number, intoFirst: boolean, fromLast: boolean): void {
    if (intoFirst) this.grid.endLineAbove(y);
    if (fromLast) this.grid.rows[y].breakLine();
  }

  /** Erases cells of a row but those that SPA guards. */
  eraseCells(y: number, start: number, end: number): void {
    const row = this.grid.rows[y];
    if (this.guard === "iso" && row.hasProtected) row.eraseUnprotected(start, end);
    else row.erase(start, end, this.pen.background, this.cols);
    this.grid.erased(y, y, start, end);
  }

  /** Erases rows [first, last] but for the cells that SPA guards. */
  eraseRows(first: number, last: number): void {
    if (first > last) return;
    if (this.guard !== "iso") return this.grid.clear(first, last, this.pen.background);
    for (let y = first; y <= last; y++) {
      this.eraseCells(y, 0, this.cols);
      this.endErasedLines(y, 0, this.cols);
    }
    this.work += (last - first + 1) * this.cols;
  }

  moveTo(x: number, y: number): void {
    this.x = Math.max(0, Math.min(this.cols - 1, x));
    this.y = Math.max(0, Math.min(this.rowCount - 1, y));
    this.pendingWrap = false;
  }

  /** CUP and its like: in origin mode places count from the margins, and end at them. */
  moveToAddress(x: number, y: number): void {
    if (!this.modes.origin) return this.moveTo(x, y);
    this.moveTo(Math.min(this.right, Math.max(0, x) + this.left), Math.min(this.bottom, Math.max(0, y) + this.top));
  }

  /** The cursor's column as CUP would have it. */
  get addressX(): number {
    return this.modes.origin ? this.x - this.left : this.x;
  }

  get addressY(): number {
    return this.modes.origin ? this.y - this.top : this.y;
  }

  /** CUU and CUD stop at a margin if they start inside it. */
  moveVertically(delta: number): void {
    const first = this.y >= this.top ? this.top : 0;
    const last = this.y <= this.bottom ? this.bottom : this.rowCount - 1;
    this.moveTo(this.x, Math.max(first, Math.min(last, this.y + delta)));
  }

  lineFeed(): void {
    this.pendingWrap = false;
    if (this.y !== this.bottom) this.y += this.y < this.rowCount - 1 ? 1 : 0;
    else if (!this.isNarrowed) this.grid.scrollUp(this.top, this.bottom, 1, this.pen.background);
    else if (this.isBetweenSides) this.scroll(this.top, 1);
  }

  reverseLineFeed(): void {
    this.pendingWrap = false;
    if (this.y !== this.top) this.y -= this.y > 0 ? 1 : 0;
    else if (this.isBetweenSides) this.scroll(this.top, -1);
  }

  /** The cursor's column lies between the left and the right margin. */
  get isBetweenSides(): boolean {
    return this.x >= this.left && this.x <= this.right;
  }

  /** Between the margins, from the row `top` on: up by `count` rows, or down if it is negative. */
  scroll(top: number, count: number): void {
    const { grid, bottom, left, right } = this;
    const { background } = this.pen;
    if (this.isNarrowed) {
      scrollRegion(grid, { top, left, bottom, right }, count, background, this.cols);
      this.work += (bottom - top + 1) * (right - left + 1);
    } else if (count > 0) grid.scrollUp(top, bottom, count, background);
    else grid.scrollDown(top, bottom, -count, background);
  }

  /** ICH, DCH and the columns of DECIC and DECDC: in one row, from `at` to the right margin. */
  shiftCells(y: number, at: number, count: number, insert: boolean): void {
    const { cols, right } = this;
    const { background } = this.pen;
    const row = this.grid.rows[y];
    this.work += cols;
    if (this.isNarrowed) (insert ? insertCells : deleteCells)(row, at, right + 1, count, background, cols);
    else if (insert) row.insertBlanks(at, count, background, cols);
    else row.deleteCells(at, count, background, cols);
  }

  /** In all rows between the margins, if the cursor is between them. */
  shiftColumns(at: number, count: number, insert: boolean): void {
    if (this.y < this.top || this.y > this.bottom || !this.isBetweenSides) return;
    for (let y = this.top; y <= this.bottom; y++) this.shiftCells(y, at, count, insert);
  }

  /** DECBI: one column back; at the left margin all between the margins moves to the right instead. */
  backIndex(): void {
    if (this.x === this.left) this.shiftColumns(this.left, 1, true);
    else this.moveTo(this.x - 1, this.y);
  }

  /** DECFI, the other way. */
  forwardIndex(): void {
    if (this.x === this.right) this.shiftColumns(this.left, 1, false);
    else this.moveTo(this.x + 1, this.y);
  }

  carriageReturn(): void {
    this.x = this.modes.origin || this.x >= this.left ? this.left : 0;
    this.pendingWrap = false;
  }

  /** CUF stops at the right margin if it starts before it. */
  moveForward(count: number): void {
    this.moveTo(Math.min(this.lineEnd(this.x) - 1, this.x + count), this.y);
  }

  /** Where text ends that is printed at `x`: behind the right margin, or behind the last column. */
  lineEnd(x: number): number {
    return x <= this.right ? this.right + 1 : this.cols;
  }

  /** CUB and BS. With reverse wrap they go on at the end of the row before, and a wrap that was due counts as a step. */
  moveBack(count: number): void {
    const { autowrap, reverseWrap, reverseWrapAll } = this.modes;
    const canWrap = autowrap && (reverseWrap || reverseWrapAll);
    let rest = canWrap && this.pendingWrap ? count - 1 : count;
    this.pendingWrap = false;
    for (;;) {
      const steps = Math.min(rest, this.x - (this.x < this.left ? 0 : this.left));
      this.x -= steps;
      rest -= steps;
      if (rest === 0 || !canWrap || !this.#moveToRowBefore(reverseWrapAll)) return;
      rest--;
    }
  }

  /** To the end of the row before, if its text goes on in this one; or of any, from the first one to the last. */
  #moveToRowBefore(isAny: boolean): boolean {
    if (!isAny && (this.y === this.top || this.y === 0 || !this.grid.rows[this.y - 1].wrapped)) return false;
    this.y = this.y === this.top ? this.bottom : this.y === 0 ? this.rowCount - 1 : this.y - 1;
    this.x = this.right;
    this.work++;
    return true;
  }

  tab(count: number): void {
    if (this.pendingWrap && this.modes.tabWraps && this.modes.autowrap) {
      this.lineFeed();
      this.carriageReturn();
    }
    const last = this.lineEnd(this.x) - 1;
    let x = this.x;
    for (let i = 0; i < count && x < last; i++) {
      x++;
      while (x < last && !this.#tabStops.has(x)) x++;
    }
    this.work += x - this.x;
    // At the margin there is nowhere to go, and a wrap that is due stays due.
    if (x !== this.x) this.moveTo(x, this.y);
  }

  backTab(count: number): void {
    const first = this.modes.origin ? Math.min(this.left, this.x) : 0;
    let x = this.x;
    for (let i = 0; i < count && x > first; i++) {
      x--;
      while (x > first && !this.#tabStops.has(x)) x--;
    }
    this.work += this.x - x;
    // A wrap that is due stays due, as in xterm.
    this.x = x;
  }

  setTabStop(): void {
    this.#tabStops.add(this.x);
  }

  clearTabStops(which: number): void {
    if (which === 0) this.#tabStops.delete(this.x);
    else if (which === 3) this.#tabStops.clear();
  }

  resetTabStops(): void {
    this.work += this.cols;
    this.#tabStops = new Set();
    for (let x = TAB_WIDTH; x < this.cols; x += TAB_WIDTH) this.#tabStops.add(x);
  }

  /** Columns that come into being with a wider screen get the usual stops. */
  extendTabStops(fromCol: number): void {
    for (let x = Math.ceil(fromCol / TAB_WIDTH) * TAB_WIDTH; x < this.cols; x += TAB_WIDTH) this.#tabStops.add(x);
  }

  setMargins(top: number, bottom: number): void {
    if (bottom <= top) return;
    this.top = top;
    this.bottom = bottom;
    this.moveToAddress(0, 0);
  }

  /** DECSLRM. */
  setSideMargins(left: number, right: number): void {
    if (right <= left) return;
    this.#narrow(left, right);
    this.moveToAddress(0, 0);
  }

  resetSideMargins(): void {
    this.#narrow(0, this.cols - 1);
  }

  #narrow(left: number, right: number): void {
    this.left = left;
    this.right = right;
    this.isNarrowed = left > 0 || right < this.cols - 1;
  }

  /** All four are those of the screen again. */
  resetMargins(): void {
    this.top = 0;
    this.bottom = this.rowCount - 1;
    this.resetSideMargins();
  }

  /** DECSCA and SPA with EPA: whether characters are guarded from now on, and what guarded ones are guarded against. */
  protect(guard: "dec" | "iso", on: boolean): void {
    this.guard = guard;
    this.isProtecting = on;
  }

  saveCursor(): void {
    const saved = this.#saved[this.isAlternate ? 1 : 0];
    saved.x = this.x;
    saved.y = this.y;
    saved.pendingWrap = this.pendingWrap;
    saved.origin = this.modes.origin;
    saved.isProtecting = this.isProtecting;
    saved.pen.copyFrom(this.pen);
    saved.charsets.copyFrom(this.charsets);
  }

  /** Where the normal screen's saved cursor is; a resize moves it. */
  get savedCursor(): SavedPosition {
    return this.#saved[0];
  }

  /** The width is another one: behind the text that filled a row there is room now, or the row was cut. */
  releaseSavedWraps(except: unknown): void {
    for (const saved of this.#saved) {
      if (saved === except || !saved.pendingWrap) continue;
      saved.x++;
      saved.pendingWrap = false;
    }
  }

  restoreCursor(): void {
    const saved = this.#saved[this.isAlternate ? 1 : 0];
    this.modes.origin = saved.origin;
    this.isProtecting = saved.isProtecting;
    this.pen.copyFrom(saved.pen);
    this.charsets.copyFrom(saved.charsets);
    this.penChanged();
    if (saved.origin) this.moveToAddress(saved.x - this.left, saved.y - this.top);
    else this.moveTo(saved.x, saved.y);
    this.pendingWrap = saved.pendingWrap && this.x === saved.x;
  }

  /** Shows the alternate screen or the normal one. `clear` is for the alternate one, which then has no wrap due. */
  useAlternate(on: boolean, clear: boolean): void {
    if (on) this.grid = this.#alternate ??= new AnchoredGrid(this.rowCount, this);
    if (clear && this.isAlternate) {
      this.grid.clear(0, this.rowCount - 1, on ? this.pen.background : 0);
      this.pendingWrap = false;
    }
    if (!on) this.grid = this.normal;
    this.keyboard.useAlternate(on);
  }

  /** The alternate screen's rows, if there is one. */
  get alternate(): AnchoredGrid | undefined {
    return this.#alternate;
  }

  /** DECSTR: what a program needs to start clean; the screen stays. */
  softReset(): void {
    const { mouseTracking, mouseEncoding, focusEvents, bracketedPaste, synchronizedOutput, newLine } = this.modes;
    const kept = { mouseTracking, mouseEncoding, focusEvents, bracketedPaste, synchronizedOutput, newLine };
    this.modes = Object.assign(new Modes(), kept);
    this.resetMargins();
    this.pen.reset();
    this.penChanged();
    this.charsets.copyFrom(new Charsets());
    this.isProtecting = false;
    this.guard = "none";
    this.changesRectangles = false;
    this.#saved[this.isAlternate ? 1 : 0] = new SavedCursor();
  }

  /** RIS. The title stays, as in xterm. */
  fullReset(): void {
    this.useAlternate(false, true);
    this.softReset();
    this.#saved[1] = new SavedCursor();
    this.modes = new Modes();
    this.pen.setHyperlink("", "");
    this.penChanged();
    this.keyboard.reset();
    this.palette.reset();
    this.level = FULL_LEVEL;
    this.announced.reset();
    this.grid.clear(0, this.rowCount - 1, 0);
    this.normal.history?.clear();
    this.#alternate?.clear(0, this.rowCount - 1, 0);
    this.resetTabStops();
    this.moveTo(0, 0);
  }
}
