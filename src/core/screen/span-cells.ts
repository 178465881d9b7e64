import { BLANK, CONTINUATION } from "./cell.js";
import type { RowCopy } from "./row.js";
import { cellText, rowText } from "./row-text.js";

/** Offsets in the plain text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Columns of a row, and how many cells of the same span come before each. */
export type CoveredColumns = ReadonlyMap<number, number>;

const NONE: CoveredColumns = new Map();

/** Finds the cells that show parts of the plain text, row by row, as that text was put together. */
export class SpanWalk {
  readonly #clusters: readonly string[];
  readonly #spans: readonly Span[];
  #offset = 0;
  #next = 0;
  #coveredOfSpan = 0;

  /** Spans are sorted and disjoint. */
  constructor(clusters: readonly string[], spans: readonly Span[]) {
    this.#clusters = clusters;
    this.#spans = spans;
  }

  /** The next row. */
  row(row: RowCopy): CoveredColumns {
    if (this.#next >= this.#spans.length) return NONE;
    const start = this.#offset;
    const length = rowText(row, row.chars.length, this.#clusters).length;
    const covered = this.#spans[this.#next].start < start + length ? this.#columns(row) : NONE;
    this.#offset = start + length + (row.wrapped ? 0 : 1);
    while (this.#next < this.#spans.length && this.#spans[this.#next].end <= start + length) this.#nextSpan();
    return covered;
  }

  #columns({ chars }: RowCopy): CoveredColumns {
    const covered = new Map<number, number>();
    // Blank cells at the end are not in the text, where the next row begins.
    let last = chars.length;
    while (last > 0 && chars[last - 1] === BLANK) last--;
    for (let col = 0; col < last && this.#next < this.#spans.length; col++) {
      const span = this.#spans[this.#next];
      const isContinuation = (chars[col] & CONTINUATION) !== 0;
      const end = this.#offset + (isContinuation ? 0 : Math.max(1, cellText(chars[col], this.#clusters).length));
      // The second half of a wide character stands at its end and goes with it.
      const isInside = isContinuation
        ? this.#offset > span.start && this.#offset <= span.end
        : end > span.start && this.#offset < span.end;
      if (isInside) covered.set(col, this.#coveredOfSpan++);
      this.#offset = end;
      const hasSecondHalf = col + 1 < last && (chars[col + 1] & CONTINUATION) !== 0;
      if (end >= span.end && !hasSecondHalf) this.#nextSpan();
    }
    return covered;
  }

  #nextSpan(): void {
    this.#next++;
    this.#coveredOfSpan = 0;
  }
}

/**
 * The cells that show parts of the plain text, by their place in the row-major list, and how many of the same part come
 * before each.
 */
export function cellsOfSpans(
  rows: readonly RowCopy[],
  clusters: readonly string[],
  spans: readonly Span[],
  cols: number,
): Map<number, number> {
  const cover = new Map<number, number>();
  const walk = new SpanWalk(clusters, spans);
  for (const [y, row] of rows.entries()) for (const [col, order] of walk.row(row)) cover.set(y * cols + col, order);
  return cover;
}
