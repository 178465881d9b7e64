import { BLANK, CLUSTER, CONTENT_MASK, CONTINUATION, PROTECTED, WIDE } from "./cell.js";
import { CharacterClass, characterClass } from "./character-class.js";
import { cellText } from "./row-text.js";
import type { ScreenState } from "./screen-state.js";

/** What printing one character by itself weighs beside filling a cell, in units of work. */
const PRINT_WORK = 16;

/** No character was printed that could be repeated. */
const NOTHING = -1;

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
  #last = NOTHING;
  #join = Join.Nothing;
  /** How many characters of a REP are still to come, the current one among them. */
  #rest = 0;

  constructor(state: ScreenState) {
    this.#state = state;
  }

  printAscii(bytes: Uint8Array, start: number, end: number): void {
    const state = this.#state;
    if (!this.#printsPlainly) {
      for (let at = start; at < end; at++) this.printCodePoint(bytes[at]);
      return;
    }
    const { cols, pen } = state;
    let at = start;
    while (at < end) {
      if (state.pendingWrap) this.#wrap();
      const row = state.row;
      const from = state.x;
      const to = Math.min(cols, from + end - at);
      if (row.hasWide) row.splitWide(from, to);
      row.prepare(from, to, cols);
      row.touch();
      const { chars } = row;
      for (let x = from; x < to; x++) chars[x] = bytes[at++];
      row.paint(from, to, pen.foreground, pen.background, pen.attributes);
      if (to < cols) {
        state.x = to;
        break;
      }
      state.x = cols - 1;
      state.pendingWrap = true;
      if (!state.modes.autowrap && at < end) {
        // Without autowrap the last column is overwritten again and again; only the last character stays.
        chars[cols - 1] = bytes[end - 1];
        break;
      }
    }
    this.#last = bytes[end - 1];
    this.#join = Join.Nothing;
  }

  /** A run of characters, some of them outside ASCII. */
  printCodePoints(codes: Uint32Array, count: number): void {
    if (!this.#printsPlainly) {
      for (let at = 0; at < count; at++) this.printCodePoint(codes[at]);
      return;
    }
    let at = 0;
    while (at < count) {
      const kind = characterClass(codes[at]);
      if (kind > CharacterClass.WidePictograph || this.#join === Join.PictographThenJoiner)
        this.#print(codes[at++], kind);
      else at = this.#fillRow(codes, at, count, kind);
    }
  }

  /** Prints characters that join nothing before them, as far as they come and the row reaches; returns how far it came. */
  #fillRow(codes: Uint32Array, start: number, count: number, first: CharacterClass): number {
    const state = this.#state;
    const { cols, pen } = state;
    if (state.pendingWrap) this.#wrap();
    if ((first & 1) === 1 && state.x === cols - 1) {
      this.#print(codes[start], first);
      return start + 1;
    }
    const row = state.row;
    const { length, hasWide } = row;
    const from = state.x;
    if (hasWide) row.splitWide(from, from);
    row.prepare(from, Math.min(cols, from + 2 * (count - start)), cols);
    row.touch();
    const { chars } = row;
    let x = from;
    let at = start;
    let kind = first;
    for (; at < count && x < cols; at++) {
      const code = codes[at];
      const next = characterClass(code);
      if (next > CharacterClass.WidePictograph) break;
      if ((next & 1) === 0) {
        chars[x++] = code;
      } else if (x + 1 < cols) {
        chars[x] = code | WIDE;
        chars[x + 1] = CONTINUATION;
        x += 2;
        row.hasWide = true;
      } else break;
      kind = next;
    }
    row.length = Math.max(length, x);
    if (hasWide && x < length && (chars[x] & CONTINUATION) !== 0) chars[x] = BLANK;
    row.paint(from, x, pen.foreground, pen.background, pen.attributes);
    this.#advance(x, cols);
    this.#last = codes[at - 1];
    this.#join = kind >= CharacterClass.NarrowPictograph ? Join.Pictograph : Join.Nothing;
    return at;
  }

  /** Characters go into cells as they come, one after the other. */
  get #printsPlainly(): boolean {
    const { charsets, modes, isProtecting, isNarrowed } = this.#state;
    return charsets.isPlain && !modes.insert && !isProtecting && !isNarrowed;
  }

  printCodePoint(codePoint: number): void {
    const { charsets } = this.#state;
    const code = charsets.isPlain ? codePoint : charsets.translate(codePoint);
    this.#print(code, characterClass(code));
  }

  /** A control or a sequence came: REP has nothing to repeat, and what comes next joins no cluster. */
  interrupt(): void {
    this.#last = NOTHING;
    this.#join = Join.Nothing;
  }

  #print(code: number, kind: CharacterClass): void {
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
        : kind === CharacterClass.Narrow || kind === CharacterClass.Wide
          ? Join.Nothing
          : Join.Pictograph;
  }

  repeat(count: number): void {
    const state = this.#state;
    const last = this.#last;
    if (last === NOTHING) return;
    const kind = characterClass(last);
    const cells = this.#boundedCount(count, kind);
    if (last < 0x7f && state.charsets.isPlain && !state.isNarrowed) {
      state.work += cells;
      const run = new Uint8Array(cells).fill(last);
      return this.printAscii(run, 0, cells);
    }
    state.work += cells * PRINT_WORK;
    for (this.#rest = cells; this.#rest > 0; this.#rest--) this.#print(last, kind);
  }

  /** Once the screen is full, a further row of the same leaves it as it is: whole rows beyond that are left out. */
  #boundedCount(count: number, kind: CharacterClass): number {
    const { cols, rowCount, left, right } = this.#state;
    const isWide = kind === CharacterClass.Wide || kind === CharacterClass.WidePictograph;
    const perRow = Math.max(1, Math.floor((right - left + 1) / (isWide ? 2 : 1)));
    const most = cols * rowCount;
    return count <= most ? count : most + ((count - most) % perRow);
  }

  /** Between side margins a scroll moves every cell: at the bottom those that the rest of a REP is sure to need are made one. */
  #scrollAhead(): void {
    const state = this.#state;
    const { top, bottom, left, right } = state;
    if (state.y !== bottom || !state.isBetweenSides) return;
    const rows = Math.min(bottom - top, Math.ceil(this.#rest / (right - left + 1)));
    state.scroll(top, rows);
    state.y -= rows;
  }

  /** A wrap is due: it takes place with autowrap, and is forgotten without. */
  #wrap(): void {
    const state = this.#state;
    if (!state.modes.autowrap) {
      state.pendingWrap = false;
      return;
    }
    const before = state.row;
    if (state.isNarrowed && this.#rest > 0) this.#scrollAhead();
    state.lineFeed();
    if (state.isNarrowed) {
      // What goes on between margins is no line of the screen.
      state.x = state.left;
      return;
    }
    state.x = 0;
    // On the last row below the bottom margin nothing moves, and the text goes on in the same row. The mark comes after
    // the scroll, which takes it from the last row of the region.
    if (state.row !== before) before.wrap();
    // A region of one row was cleared where it is: what was kept of it goes on there.
    else if (state.y === 0 && state.bottom === 0) state.grid.history?.goOn();
  }

  #put(content: number, width: 1 | 2): void {
    const state = this.#state;
    const { cols } = state;
    if (state.pendingWrap) this.#wrap();
    const end = state.lineEnd(state.x);
    if (width === 2 && state.x === end - 1) {
      if (cols < 2) return;
      if (state.modes.autowrap) {
        // The margin's cell stays blank; the character goes to the next line whole.
        state.row.erase(state.x, end, state.pen.background, cols);
        this.#wrap();
      } else {
        return;
      }
    }
    const { row, x } = state;
    if (state.modes.insert && state.isBetweenSides) state.shiftCells(state.y, x, width, true);
    if (row.hasWide) row.splitWide(x, x + width);
    row.prepare(x, x + width, cols);
    row.touch();
    const guard = state.isProtecting ? PROTECTED : 0;
    if (guard !== 0) row.hasProtected = true;
    row.chars[x] = content | guard | (width === 2 ? WIDE : 0);
    if (width === 2) {
      row.hasWide = true;
      row.chars[x + 1] = CONTINUATION | guard;
    }
    const { foreground, background, attributes } = state.pen;
    row.paint(x, x + width, foreground, background, attributes);
    this.#advance(x + width, state.lineEnd(x));
  }

  #advance(x: number, end: number): void {
    const state = this.#state;
    state.x = Math.min(x, end - 1);
    state.pendingWrap = x >= end;
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
    const text = cellText(this.#state.row.chars[x], this.#state.clusters.values);
    return text.length === 2 && /^[0-9#*]/.test(text);
  }

  #appendToPrevious(codePoint: number): void {
    const state = this.#state;
    const x = this.#previousCol();
    // A mark with nothing to stand on has no cell to be seen in.
    if (x < 0) return;
    const { row } = state;
    const number = state.clusterWith(row.chars[x] & (CONTENT_MASK | CLUSTER), codePoint);
    if (number === undefined) return;
    row.chars[x] = (row.chars[x] & ~CONTENT_MASK) | CLUSTER | number;
    row.touch();
  }

  /** The character before the cursor became an emoji of two cells. */
  #widenPrevious(): void {
    const state = this.#state;
    const { row, cols } = state;
    const x = this.#previousCol();
    if (x < 0 || (row.chars[x] & WIDE) !== 0) return;
    const end = state.lineEnd(x);
    if (x === end - 1) {
      if (!state.modes.autowrap || cols < 2) return;
      // It no longer fits at the margin and moves to the next line.
      const content = row.chars[x] & (CONTENT_MASK | CLUSTER);
      row.erase(x, end, state.pen.background, cols);
      this.#wrap();
      this.#put(content, 2);
    } else {
      if (row.hasWide) row.splitWide(x + 1, x + 2);
      row.reserve(x + 2, cols);
      row.touch();
      row.hasWide = true;
      row.chars[x] |= WIDE;
      row.chars[x + 1] = CONTINUATION | (row.chars[x] & PROTECTED);
      row.paintLike(x, x + 1);
      this.#advance(x + 2, end);
    }
  }
}
