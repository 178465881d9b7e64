import { BLANK, CLUSTER, CONTENT_MASK, CONTINUATION, PROTECTED, WIDE } from "./cell.js";
import { CharacterClass, characterClass } from "./character-class.js";
import type { Row } from "./row.js";
import type { ScreenState } from "./screen-state.js";

/** Code points one cell may hold; a flood of combining marks ends here. */
const MAX_CLUSTER_CHARS = 32;

/** What printing one character by itself weighs beside filling a cell, in units of work. */
const PRINT_WORK = 16;

/** What the character before the cursor can still take in. */
const enum Join {
  Nothing,
  Pictograph,
  PictographThenJoiner,
  RegionalIndicator,
}

/** Puts characters into cells: wrapping, insert mode, two-cell characters and the joining of clusters. */
export class Printer {
  readonly #state: ScreenState;
  /** For REP: the character last printed, charset applied. */
  #last: number | undefined;
  #join = Join.Nothing;

  constructor(state: ScreenState) {
    this.#state = state;
  }

  printAscii(bytes: Uint8Array, start: number, end: number): void {
    const state = this.#state;
    if (!state.charsets.isPlain || state.modes.insert || state.isProtecting) {
      for (let at = start; at < end; at++) this.printCodePoint(bytes[at]);
      return;
    }
    const { cols } = state;
    const style = state.style;
    let at = start;
    while (at < end) {
      if (state.pendingWrap) this.#wrap();
      const row = state.row;
      const from = state.x;
      const to = Math.min(cols, from + end - at);
      if (row.hasWide) row.splitWide(from, to);
      row.prepare(from, to, cols);
      row.touch();
      const { chars, styles } = row;
      for (let x = from; x < to; x++) {
        chars[x] = bytes[at++];
        styles[x] = style;
      }
      if (to < cols) {
        state.x = to;
        break;
      }
      state.x = cols - 1;
      if (state.modes.autowrap) {
        state.pendingWrap = true;
      } else if (at < end) {
        // Without autowrap the last column is overwritten again and again; only the last character stays.
        chars[cols - 1] = bytes[end - 1];
        break;
      }
    }
    this.#last = bytes[end - 1];
    this.#join = Join.Nothing;
  }

  printCodePoint(codePoint: number): void {
    const { charsets } = this.#state;
    this.#print(charsets.isPlain ? codePoint : charsets.translate(codePoint));
  }

  /** A control or a sequence came: REP has nothing to repeat, and what comes next joins no cluster. */
  interrupt(): void {
    this.#last = undefined;
    this.#join = Join.Nothing;
  }

  #print(code: number): void {
    const kind = code < 0x300 && code !== 0xa9 && code !== 0xae ? CharacterClass.Narrow : characterClass(code);
    switch (kind) {
      case CharacterClass.ZeroWidth:
        return this.#appendToPrevious(code);
      case CharacterClass.ZeroWidthJoiner:
        this.#appendToPrevious(code);
        if (this.#join === Join.Pictograph) this.#join = Join.PictographThenJoiner;
        return;
      case CharacterClass.EmojiSelector:
        this.#appendToPrevious(code);
        if (this.#join === Join.Pictograph || this.#isKeycapBase()) this.#widenPrevious();
        return;
      case CharacterClass.EmojiModifier:
        if (this.#join === Join.Pictograph) {
          this.#appendToPrevious(code);
          return this.#widenPrevious();
        }
        break;
      case CharacterClass.RegionalIndicator:
        if (this.#join === Join.RegionalIndicator) {
          this.#appendToPrevious(code);
          this.#widenPrevious();
          this.#join = Join.Nothing;
          return;
        }
        break;
      case CharacterClass.NarrowPictograph:
      case CharacterClass.WidePictograph:
        if (this.#join === Join.PictographThenJoiner) {
          this.#appendToPrevious(code);
          this.#widenPrevious();
          this.#join = Join.Pictograph;
          return;
        }
        break;
      case CharacterClass.Narrow:
      case CharacterClass.Wide:
        break;
    }
    const isWide =
      kind === CharacterClass.Wide || kind === CharacterClass.WidePictograph || kind === CharacterClass.EmojiModifier;
    this.#put(code, isWide ? 2 : 1);
    this.#last = code;
    this.#join =
      kind === CharacterClass.RegionalIndicator
        ? Join.RegionalIndicator
        : kind >= CharacterClass.NarrowPictograph || kind === CharacterClass.EmojiModifier
          ? Join.Pictograph
          : Join.Nothing;
  }

  repeat(count: number): void {
    const state = this.#state;
    const last = this.#last;
    if (last === undefined) return;
    const cells = Math.min(count, state.cols * state.rowCount);
    if (last < 0x7f && state.charsets.isPlain) {
      state.work += cells;
      const run = new Uint8Array(cells).fill(last);
      return this.printAscii(run, 0, cells);
    }
    state.work += cells * PRINT_WORK;
    for (let i = 0; i < cells; i++) this.#print(last);
  }

  #wrap(): void {
    const state = this.#state;
    const before = state.row;
    state.lineFeed();
    state.x = 0;
    // On the last row below the bottom margin nothing moves, and the text goes on in the same row. The mark comes after
    // the scroll, which takes it from the last row of the region.
    if (state.row === before) return;
    before.wrapped = true;
    before.touch();
  }

  #put(content: number, width: 1 | 2): void {
    const state = this.#state;
    const { cols } = state;
    if (state.pendingWrap) this.#wrap();
    if (width === 2 && state.x === cols - 1) {
      if (cols < 2) return;
      if (state.modes.autowrap) {
        // The margin's cell stays blank; the character goes to the next line whole.
        state.row.erase(state.x, cols, state.eraseStyle, cols);
        this.#wrap();
      } else {
        state.x = cols - 2;
      }
    }
    const { row, x } = state;
    if (state.modes.insert) {
      row.insertBlanks(x, width, state.eraseStyle, cols);
      state.work += cols;
    }
    if (row.hasWide) row.splitWide(x, x + width);
    row.prepare(x, x + width, cols);
    row.touch();
    const guard = state.isProtecting ? PROTECTED : 0;
    if (guard !== 0) row.hasProtected = true;
    row.chars[x] = content | guard | (width === 2 ? WIDE : 0);
    row.styles[x] = state.style;
    if (width === 2) {
      row.hasWide = true;
      row.chars[x + 1] = CONTINUATION | guard;
      row.styles[x + 1] = state.style;
    }
    this.#advance(x + width);
  }

  #advance(x: number): void {
    const state = this.#state;
    state.x = Math.min(x, state.cols - 1);
    state.pendingWrap = x >= state.cols && state.modes.autowrap;
  }

  /** The column of the character before the cursor, or -1. */
  #previousCol(): number {
    const state = this.#state;
    const { row } = state;
    let x = state.pendingWrap ? state.x : state.x - 1;
    if (x > 0 && x < row.length && (row.chars[x] & CONTINUATION) !== 0) x--;
    return x >= 0 && x < row.length && (row.chars[x] & (CONTENT_MASK | CLUSTER)) !== BLANK ? x : -1;
  }

  #isKeycapBase(): boolean {
    const x = this.#previousCol();
    if (x < 0) return false;
    const text = this.#textAt(this.#state.row, x);
    return text.length === 2 && /^[0-9#*]/.test(text);
  }

  #textAt(row: Row, x: number): string {
    const content = row.chars[x] & CONTENT_MASK;
    return (row.chars[x] & CLUSTER) !== 0 ? this.#state.clusters.values[content] : String.fromCodePoint(content);
  }

  #appendToPrevious(codePoint: number): void {
    const state = this.#state;
    const x = this.#previousCol();
    // A mark with nothing to stand on has no cell to be seen in.
    if (x < 0) return;
    const { row } = state;
    const before = this.#textAt(row, x);
    if (before.length >= MAX_CLUSTER_CHARS) return;
    const number = state.clusterNumber(before + String.fromCodePoint(codePoint));
    row.chars[x] = (row.chars[x] & ~CONTENT_MASK) | CLUSTER | number;
    row.touch();
  }

  /** The character before the cursor became an emoji of two cells. */
  #widenPrevious(): void {
    const state = this.#state;
    const { row, cols } = state;
    const x = this.#previousCol();
    if (x < 0 || (row.chars[x] & WIDE) !== 0) return;
    if (x === cols - 1) {
      if (!state.modes.autowrap || cols < 2) return;
      // It no longer fits at the margin and moves to the next line.
      const content = row.chars[x] & (CONTENT_MASK | CLUSTER);
      row.erase(x, cols, state.eraseStyle, cols);
      this.#wrap();
      this.#put(content, 2);
    } else {
      if (row.hasWide) row.splitWide(x + 1, x + 2);
      row.reserve(x + 2, cols);
      row.touch();
      row.hasWide = true;
      row.chars[x] |= WIDE;
      row.chars[x + 1] = CONTINUATION | (row.chars[x] & PROTECTED);
      row.styles[x + 1] = row.styles[x];
      this.#advance(x + 2);
    }
  }
}
