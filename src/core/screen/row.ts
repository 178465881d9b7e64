import { BLANK, CONTINUATION, PROTECTED, WIDE } from "./cell.js";

const FIRST_CAPACITY = 32;

/** What a snapshot keeps of a row. Never changes once handed out. */
export interface RowCopy {
  readonly chars: Uint32Array;
  readonly styles: Uint32Array;
  /** The style of all cells behind the end of `chars`. */
  readonly blankStyle: number;
  /** The text goes on in the next row without a line break. */
  readonly wrapped: boolean;
}

/**
 * One line of cells. Only the first `length` cells are stored; those behind are blank in `blankStyle`. So clearing
 * costs the same whatever the width, and an idle screen costs next to nothing.
 */
export class Row {
  chars = new Uint32Array(0);
  styles = new Uint32Array(0);
  length = 0;
  blankStyle = 0;
  wrapped = false;
  /** Set once a two-cell character was stored; lets the common row skip all care for halves. */
  hasWide = false;
  /** Set once a character guarded by DECSCA was stored. */
  hasProtected = false;
  /** Caches, dropped by every change. */
  text: string | undefined;
  copy: RowCopy | undefined;

  /** Must be called by whoever writes to `chars`, `styles` or `wrapped` directly. */
  touch(): void {
    this.text = undefined;
    this.copy = undefined;
  }

  clear(blankStyle: number): void {
    this.length = 0;
    this.blankStyle = blankStyle;
    this.wrapped = false;
    this.hasWide = false;
    this.hasProtected = false;
    this.touch();
  }

  /** Makes the first `count` cells stored ones. */
  reserve(count: number, cols: number): void {
    this.prepare(count, count, cols);
  }

  /** Makes cells up to `end` stored ones; the caller writes those from `start` on, so only those before are filled. */
  prepare(start: number, end: number, cols: number): void {
    if (end > this.chars.length) this.#grow(Math.min(cols, Math.max(end, this.chars.length * 2, FIRST_CAPACITY)));
    const { chars, styles, blankStyle } = this;
    for (let col = this.length; col < start; col++) {
      chars[col] = BLANK;
      styles[col] = blankStyle;
    }
    if (end > this.length) this.length = end;
  }

  #grow(capacity: number): void {
    const chars = new Uint32Array(capacity);
    const styles = new Uint32Array(capacity);
    chars.set(this.chars.subarray(0, this.length));
    styles.set(this.styles.subarray(0, this.length));
    this.chars = chars;
    this.styles = styles;
  }

  /** Blanks the halves of two-cell characters that a write to [start, end) would cut through. */
  splitWide(start: number, end: number): void {
    const { chars, length } = this;
    if (start > 0 && start < length && (chars[start] & CONTINUATION) !== 0) chars[start - 1] = BLANK;
    if (end < length && (chars[end] & CONTINUATION) !== 0) chars[end] = BLANK;
  }

  erase(start: number, end: number, style: number, cols: number): void {
    this.touch();
    if (end >= cols) this.wrapped = false;
    if (this.hasWide) this.splitWide(start, end);
    if (end >= this.length) {
      // Cells between the stored ones and `start` keep the style they had.
      if (style !== this.blankStyle) this.reserve(end >= cols ? start : end, cols);
      if (end >= cols) {
        this.length = Math.min(this.length, start);
        this.blankStyle = style;
        return;
      }
      if (style === this.blankStyle) {
        this.length = Math.min(this.length, start);
        return;
      }
    }
    this.chars.fill(BLANK, start, end);
    this.styles.fill(style, start, end);
  }

  /** DECSEL: erases what DECSCA did not protect; styles stay. */
  eraseUnprotected(start: number, end: number): void {
    this.touch();
    const { chars } = this;
    const last = Math.min(end, this.length);
    if (start >= last) return;
    if (this.hasWide) {
      // A character that is cut is erased whole; both its halves are protected, or neither.
      if ((chars[start] & (CONTINUATION | PROTECTED)) === CONTINUATION) chars[start - 1] = BLANK;
      if (last < this.length && (chars[last] & (CONTINUATION | PROTECTED)) === CONTINUATION) chars[last] = BLANK;
    }
    if (!this.hasProtected) chars.fill(BLANK, start, last);
    else for (let col = start; col < last; col++) if ((chars[col] & PROTECTED) === 0) chars[col] = BLANK;
  }

  insertBlanks(at: number, count: number, style: number, cols: number): void {
    this.touch();
    this.wrapped = false;
    const room = Math.min(count, cols - at);
    if (at >= this.length && style === this.blankStyle) return;
    if (this.hasWide) this.splitWide(at, at);
    this.reserve(Math.min(cols, Math.max(this.length, at) + room), cols);
    this.chars.copyWithin(at + room, at, this.length - room);
    this.styles.copyWithin(at + room, at, this.length - room);
    this.chars.fill(BLANK, at, at + room);
    this.styles.fill(style, at, at + room);
    const last = this.length - 1;
    // Its second half went over the margin.
    if (this.hasWide && (this.chars[last] & WIDE) !== 0) this.chars[last] = BLANK;
  }

  deleteCells(at: number, count: number, style: number, cols: number): void {
    this.touch();
    this.wrapped = false;
    const gone = Math.min(count, cols - at);
    if (this.hasWide) this.splitWide(at, at + gone);
    // What moves in from the right margin is blank in the current background.
    if (style !== this.blankStyle) this.reserve(cols, cols);
    if (at >= this.length) return;
    const kept = Math.max(at, this.length - gone);
    this.chars.copyWithin(at, at + gone, this.length);
    this.styles.copyWithin(at, at + gone, this.length);
    if (style === this.blankStyle) {
      this.length = kept;
    } else {
      this.chars.fill(BLANK, kept, this.length);
      this.styles.fill(style, kept, this.length);
    }
  }

  /** Cuts the row at a narrower width, or leaves it. */
  truncate(cols: number): void {
    if (this.length <= cols) return;
    this.touch();
    this.length = cols;
    if (this.hasWide && (this.chars[cols - 1] & WIDE) !== 0) this.chars[cols - 1] = BLANK;
  }

  frozen(): RowCopy {
    return (this.copy ??= {
      chars: this.chars.slice(0, this.length),
      styles: this.styles.slice(0, this.length),
      blankStyle: this.blankStyle,
      wrapped: this.wrapped,
    });
  }

  fillWith(codePoint: number, style: number, cols: number): void {
    this.reserve(cols, cols);
    this.touch();
    this.wrapped = false;
    this.hasWide = false;
    this.hasProtected = false;
    this.chars.fill(codePoint);
    this.styles.fill(style);
    this.length = cols;
  }
}
