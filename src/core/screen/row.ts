import { BLANK, CONTINUATION, PROTECTED, WIDE } from "./cell.js";
import type { PackedColor, StyledCells } from "./style.js";
import { STYLE_WORDS } from "./style.js";

const FIRST_CAPACITY = 32;
const NO_WORDS = new Uint32Array(0);

/** What a snapshot keeps of a row. Never changes once handed out. */
export interface RowCopy extends StyledCells {
  /** The text goes on in the next row without a line break. */
  readonly wrapped: boolean;
}

/**
 * One line of cells. Only the first `length` cells are stored; those behind are blank on `blankBackground`. So clearing
 * costs the same whatever the width, and an idle screen costs next to nothing.
 */
export class Row {
  chars = NO_WORDS;
  /** STYLE_WORDS for each stored cell; means nothing while the row is not styled. */
  styles = NO_WORDS;
  length = 0;
  /** False while all stored cells are plain: a row of plain text pays for no colours. */
  isStyled = false;
  blankBackground: PackedColor = 0;
  /** The text goes on in the next row without a line break. */
  wrapped = false;
  /** So it did once; what it went on with was erased since, or is still there. */
  wasWrapped = false;
  /** Set once a two-cell character was stored; lets the common row skip all care for halves. */
  hasWide = false;
  /** Set once a character guarded by DECSCA was stored. */
  hasProtected = false;
  /** Caches, dropped by every change. A text of null was not made, but nothing has changed since the row was stamped. */
  text: string | null | undefined;
  copy: RowCopy | undefined;
  /** The number of the last change; see `stampRows`. */
  writtenAt = 0;

  /** Must be called by whoever writes to `chars`, `styles` or `wrapped` directly. */
  touch(): void {
    this.text = undefined;
    this.copy = undefined;
  }

  clear(background: PackedColor): void {
    this.length = 0;
    this.blankBackground = background;
    this.wrapped = this.wasWrapped = false;
    this.isStyled = false;
    this.hasWide = false;
    this.hasProtected = false;
    this.touch();
  }

  /** The cursor went on in the next row without a line break. */
  wrap(): void {
    this.wrapped = this.wasWrapped = true;
    this.touch();
  }

  /** The text ends with this row. */
  unwrap(): void {
    if (!this.wrapped) return;
    this.wrapped = false;
    this.touch();
  }

  /** The same, for good: what it went on with is no longer below it. */
  breakLine(): void {
    this.unwrap();
    this.wasWrapped = false;
  }

  /** Whether something was printed into the cell, and not erased. */
  shows(col: number): boolean {
    return col < this.length && this.chars[col] !== BLANK;
  }

  /** Makes the first `count` cells stored ones. */
  reserve(count: number, cols: number): void {
    this.prepare(count, count, cols);
  }

  /** Makes cells up to `end` stored ones; the caller writes and paints those from `start` on, so only those before are filled. */
  prepare(start: number, end: number, cols: number): void {
    if (end > this.chars.length) this.#grow(Math.min(cols, Math.max(end, this.chars.length * 2, FIRST_CAPACITY)));
    const { length } = this;
    if (end > length) this.length = end;
    if (start > length) this.#blank(length, start, this.blankBackground);
  }

  #grow(capacity: number): void {
    const chars = new Uint32Array(capacity);
    chars.set(this.chars.subarray(0, this.length));
    this.chars = chars;
    if (!this.isStyled) return;
    const styles = new Uint32Array(capacity * STYLE_WORDS);
    styles.set(this.styles.subarray(0, this.length * STYLE_WORDS));
    this.styles = styles;
  }

  /** Gives stored cells [start, end) a style. */
  paint(start: number, end: number, foreground: PackedColor, background: PackedColor, attributes: number): void {
    if (!this.isStyled) {
      if ((foreground | background | attributes) === 0) return;
      this.beStyled();
    }
    const { styles } = this;
    for (let at = start * STYLE_WORDS, last = end * STYLE_WORDS; at < last; at += STYLE_WORDS) {
      styles[at] = foreground;
      styles[at + 1] = background;
      styles[at + 2] = attributes;
    }
  }

  /** Gives one stored cell the style of another. */
  paintLike(from: number, to: number): void {
    if (this.isStyled) this.styles.copyWithin(to * STYLE_WORDS, from * STYLE_WORDS, (from + 1) * STYLE_WORDS);
  }

  /** Gives each stored cell words for a style, if it has none. */
  beStyled(): void {
    if (this.isStyled) return;
    const words = this.chars.length * STYLE_WORDS;
    if (this.styles.length < words) this.styles = new Uint32Array(words);
    else this.styles.fill(0, 0, this.length * STYLE_WORDS);
    this.isStyled = true;
  }

  #blank(start: number, end: number, background: PackedColor): void {
    this.chars.fill(BLANK, start, end);
    this.paint(start, end, 0, background, 0);
  }

  /** Moves cells [start, end) to `to`. */
  #move(to: number, start: number, end: number): void {
    this.chars.copyWithin(to, start, end);
    if (this.isStyled) this.styles.copyWithin(to * STYLE_WORDS, start * STYLE_WORDS, end * STYLE_WORDS);
  }

  /** Takes over cells [start, end) of another row, at the end of this one. */
  append(source: Row, start: number, end: number, cols: number): void {
    const at = this.length;
    const last = at + end - start;
    this.prepare(at, last, cols);
    this.chars.set(source.chars.subarray(start, end), at);
    this.paint(at, last, 0, 0, 0);
    if (!source.isStyled) return;
    this.beStyled();
    this.styles.set(source.styles.subarray(start * STYLE_WORDS, end * STYLE_WORDS), at * STYLE_WORDS);
  }

  /** Takes over cells [start, end) of a row, of this one too, at `to`. */
  takeCells(source: Row, start: number, end: number, to: number, cols: number): void {
    const last = to + end - start;
    source.reserve(end, cols);
    this.reserve(last, cols);
    this.touch();
    this.chars.set(source.chars.subarray(start, end), to);
    if (source.isStyled) this.beStyled();
    if (!source.isStyled) this.paint(to, last, 0, 0, 0);
    else this.styles.set(source.styles.subarray(start * STYLE_WORDS, end * STYLE_WORDS), to * STYLE_WORDS);
    if (source.hasWide) this.hasWide = true;
    if (source.hasProtected) this.hasProtected = true;
  }

  /** Blanks a two-cell character whose second half is at `col`, both halves. */
  cutWide(col: number): void {
    const { chars } = this;
    if (!this.hasWide || col === 0 || col >= this.length || (chars[col] & CONTINUATION) === 0) return;
    this.touch();
    chars[col - 1] = BLANK;
    chars[col] = BLANK;
  }

  /** Blanks the halves of two-cell characters that a write to [start, end) would cut through. */
  splitWide(start: number, end: number): void {
    const { chars, length } = this;
    if (start > 0 && start < length && (chars[start] & CONTINUATION) !== 0) chars[start - 1] = BLANK;
    if (end < length && (chars[end] & CONTINUATION) !== 0) chars[end] = BLANK;
  }

  erase(start: number, end: number, background: PackedColor, cols: number): void {
    this.touch();
    if (end >= cols) this.wrapped = this.wasWrapped = false;
    if (this.hasWide) this.splitWide(start, end);
    if (end >= this.length) {
      // Cells between the stored ones and `start` keep the background they had.
      if (background !== this.blankBackground) this.reserve(end >= cols ? start : end, cols);
      if (end >= cols) {
        this.length = Math.min(this.length, start);
        this.blankBackground = background;
        return;
      }
      if (background === this.blankBackground) {
        this.length = Math.min(this.length, start);
        return;
      }
    }
    this.#blank(start, end, background);
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

  insertBlanks(at: number, count: number, background: PackedColor, cols: number): void {
    this.touch();
    this.wrapped = this.wasWrapped = false;
    const room = Math.min(count, cols - at);
    if (at >= this.length && background === this.blankBackground) return;
    if (this.hasWide) this.splitWide(at, at);
    this.reserve(Math.min(cols, Math.max(this.length, at) + room), cols);
    this.#move(at + room, at, this.length - room);
    this.#blank(at, at + room, background);
    const last = this.length - 1;
    // Its second half went over the margin.
    if (this.hasWide && (this.chars[last] & WIDE) !== 0) this.chars[last] = BLANK;
  }

  deleteCells(at: number, count: number, background: PackedColor, cols: number): void {
    this.touch();
    this.wrapped = this.wasWrapped = false;
    const gone = Math.min(count, cols - at);
    if (this.hasWide) this.splitWide(at, at + gone);
    // What moves in from the right margin is blank in the current background.
    if (background !== this.blankBackground) this.reserve(cols, cols);
    if (at >= this.length) return;
    const kept = Math.max(at, this.length - gone);
    this.#move(at, at + gone, this.length);
    if (background === this.blankBackground) this.length = kept;
    else this.#blank(kept, this.length, background);
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
      styles: this.isStyled ? this.styles.slice(0, this.length * STYLE_WORDS) : NO_WORDS,
      blankBackground: this.blankBackground,
      wrapped: this.wrapped,
    });
  }

  /** DECALN: every cell shows the character, plain. */
  fillWith(codePoint: number, cols: number): void {
    this.clear(0);
    this.reserve(cols, cols);
    this.chars.fill(codePoint);
  }
}
