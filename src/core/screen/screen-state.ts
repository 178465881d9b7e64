import { CLUSTER, CONTENT_MASK } from "./cell.js";
import { Charsets } from "./charset.js";
import { Grid } from "./grid.js";
import { Interned } from "./interned.js";
import { KeyboardFlags } from "./keyboard-flags.js";
import { Modes } from "./modes.js";
import type { Row } from "./row.js";
import { Pen } from "./sgr.js";
import { StyleTable } from "./style.js";

const TAB_WIDTH = 8;

/** What DECSC keeps and DECRC brings back; a wrap that was due is forgotten, as in xterm. */
class SavedCursor {
  x = 0;
  y = 0;
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
  styles = new StyleTable();
  clusters = new Interned<string>((text) => text);
  modes = new Modes();
  readonly normal: Grid;
  #alternate: Grid | undefined;
  grid: Grid;
  x = 0;
  y = 0;
  /** The last column was written; the next character goes to the next line first. */
  pendingWrap = false;
  top = 0;
  bottom: number;
  readonly pen = new Pen();
  readonly charsets = new Charsets();
  /** DECSCA: characters printed now are guarded against selective erase. */
  isProtecting = false;
  title: string | undefined;
  readonly keyboard = new KeyboardFlags();
  #tabStops = new Set<number>();
  #saved: [SavedCursor, SavedCursor] = [new SavedCursor(), new SavedCursor()];
  #penStyle = 0;
  #eraseStyle = 0;
  #isPenCurrent = true;
  /** Cells touched by costly operations; the owner resets it and pauses when it grows large. */
  work = 0;

  constructor(rowCount: number, cols: number) {
    this.rowCount = rowCount;
    this.cols = cols;
    this.normal = new Grid(rowCount, this);
    this.grid = this.normal;
    this.bottom = rowCount - 1;
    this.resetTabStops();
  }

  get isAlternate(): boolean {
    return this.grid !== this.normal;
  }

  get row(): Row {
    return this.grid.rows[this.y];
  }

  /** The number of the pen's style. */
  get style(): number {
    if (!this.#isPenCurrent) this.#updatePen();
    return this.#penStyle;
  }

  /** Erased cells take the background colour and nothing else. */
  get eraseStyle(): number {
    if (!this.#isPenCurrent) this.#updatePen();
    return this.#eraseStyle;
  }

  penChanged(): void {
    this.#isPenCurrent = false;
  }

  #updatePen(): void {
    const { foreground, background, flags, hyperlink } = this.pen;
    if (this.styles.isFull) this.#forgetUnused();
    this.#penStyle = this.styles.numberOf(foreground, background, flags, hyperlink);
    this.#eraseStyle = background === 0 ? 0 : this.styles.numberOf(0, background, 0, "");
    this.#isPenCurrent = true;
  }

  clusterNumber(text: string): number {
    if (this.clusters.isFull) this.#forgetUnused();
    return this.clusters.numberOf(text);
  }

  #forgetUnused(): void {
    const grids = this.#alternate === undefined ? [this.normal] : [this.normal, this.#alternate];
    const usedStyles = new Uint8Array(this.styles.size);
    const usedClusters = new Uint8Array(this.clusters.size);
    usedStyles[0] = 1;
    for (const { rows } of grids) {
      for (const { chars, styles, length, blankStyle } of rows) {
        usedStyles[blankStyle] = 1;
        for (let col = 0; col < length; col++) {
          usedStyles[styles[col]] = 1;
          if ((chars[col] & CLUSTER) !== 0) usedClusters[chars[col] & CONTENT_MASK] = 1;
        }
      }
    }
    this.styles = this.styles.retaining(usedStyles);
    this.clusters = this.clusters.retaining(usedClusters);
    this.work += grids.length * this.rowCount * this.cols;
    this.#isPenCurrent = false;
  }

  moveTo(x: number, y: number): void {
    this.x = Math.max(0, Math.min(this.cols - 1, x));
    this.y = Math.max(0, Math.min(this.rowCount - 1, y));
    this.pendingWrap = false;
  }

  /** CUP and its like: rows count from the top margin in origin mode. */
  moveToAddress(x: number, y: number): void {
    if (!this.modes.origin) return this.moveTo(x, y);
    this.moveTo(x, Math.min(this.bottom, Math.max(0, y) + this.top));
  }

  /** CUU and CUD stop at a margin if they start inside it. */
  moveVertically(delta: number): void {
    const first = this.y >= this.top ? this.top : 0;
    const last = this.y <= this.bottom ? this.bottom : this.rowCount - 1;
    this.moveTo(this.x, Math.max(first, Math.min(last, this.y + delta)));
  }

  lineFeed(): void {
    this.pendingWrap = false;
    if (this.y === this.bottom) this.grid.scrollUp(this.top, this.bottom, 1, this.eraseStyle);
    else if (this.y < this.rowCount - 1) this.y++;
  }

  reverseLineFeed(): void {
    this.pendingWrap = false;
    if (this.y === this.top) this.grid.scrollDown(this.top, this.bottom, 1, this.eraseStyle);
    else if (this.y > 0) this.y--;
  }

  backspace(): void {
    if (this.x > 0) {
      // From the pending-wrap position one step back is the last column's left neighbour, as in xterm.
      this.moveTo(this.x - 1, this.y);
    } else if (this.modes.reverseWrap && this.modes.autowrap && this.y > this.top) {
      this.moveTo(this.cols - 1, this.y - 1);
    }
  }

  tab(count: number): void {
    let x = this.x;
    for (let i = 0; i < count && x < this.cols - 1; i++) {
      x++;
      while (x < this.cols - 1 && !this.#tabStops.has(x)) x++;
    }
    this.work += x - this.x;
    // At the margin there is nowhere to go, and a wrap that is due stays due.
    if (x !== this.x) this.moveTo(x, this.y);
  }

  backTab(count: number): void {
    let x = this.x;
    for (let i = 0; i < count && x > 0; i++) {
      x--;
      while (x > 0 && !this.#tabStops.has(x)) x--;
    }
    this.work += this.x - x;
    this.moveTo(x, this.y);
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

  saveCursor(): void {
    const saved = this.#saved[this.isAlternate ? 1 : 0];
    saved.x = this.x;
    saved.y = this.y;
    saved.origin = this.modes.origin;
    saved.isProtecting = this.isProtecting;
    saved.pen.copyFrom(this.pen);
    saved.charsets.copyFrom(this.charsets);
  }

  /** Where the normal screen's saved cursor is; a resize moves it. */
  get savedCursor(): { x: number; y: number } {
    return this.#saved[0];
  }

  restoreCursor(): void {
    const saved = this.#saved[this.isAlternate ? 1 : 0];
    this.modes.origin = saved.origin;
    this.isProtecting = saved.isProtecting;
    this.pen.copyFrom(saved.pen);
    this.charsets.copyFrom(saved.charsets);
    this.penChanged();
    this.moveToAddress(saved.x, saved.origin ? saved.y - this.top : saved.y);
  }

  useAlternate(on: boolean, clear: boolean): void {
    if (on) {
      this.#alternate ??= new Grid(this.rowCount, this);
      this.grid = this.#alternate;
      if (clear) this.grid.clear(0, this.rowCount - 1, this.eraseStyle);
    } else {
      if (clear && this.isAlternate) this.grid.clear(0, this.rowCount - 1, 0);
      this.grid = this.normal;
    }
    this.keyboard.useAlternate(on);
  }

  /** The alternate screen's rows, if there is one. */
  get alternate(): Grid | undefined {
    return this.#alternate;
  }

  /** DECSTR: what a program needs to start clean; the screen stays. */
  softReset(): void {
    const { mouseTracking, mouseEncoding, bracketedPaste, synchronizedOutput } = this.modes;
    this.modes = Object.assign(new Modes(), { mouseTracking, mouseEncoding, bracketedPaste, synchronizedOutput });
    this.top = 0;
    this.bottom = this.rowCount - 1;
    this.pen.reset();
    this.penChanged();
    this.charsets.copyFrom(new Charsets());
    this.isProtecting = false;
    this.pendingWrap = false;
    this.#saved = [new SavedCursor(), new SavedCursor()];
  }

  /** RIS. The title stays, as in xterm. */
  fullReset(): void {
    this.useAlternate(false, true);
    this.softReset();
    this.modes = new Modes();
    this.pen.hyperlink = "";
    this.keyboard.reset();
    this.grid.clear(0, this.rowCount - 1, 0);
    this.#alternate?.clear(0, this.rowCount - 1, 0);
    this.resetTabStops();
    this.moveTo(0, 0);
  }
}
