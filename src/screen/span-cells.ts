import { CONTINUATION } from "./cell.js";
import type { RowCopy } from "./row.js";
import { cellText, rowText } from "./row-text.js";

/** Offsets in the plain text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The cells that show parts of the plain text, by their place in the row-major list, and how many of the same part come
 * before each. Walks the rows as the plain text was put together.
 */
export function cellsOfSpans(
  rows: readonly RowCopy[],
  clusters: readonly string[],
  spans: readonly Span[],
  cols: number,
): Map<number, number> {
  const cover = new Map<number, number>();
  let offset = 0;
  let next = 0;
  let coveredOfSpan = 0;
  for (let y = 0; y < rows.length && next < spans.length; y++) {
    const { chars, wrapped } = rows[y];
    const rowStart = offset;
    for (let col = 0; col < chars.length && next < spans.length; col++) {
      const isContinuation = (chars[col] & CONTINUATION) !== 0;
      const length = isContinuation ? 0 : Math.max(1, cellText(chars[col], clusters).length);
      const end = offset + length;
      // The second half of a wide character stands at its end and goes with it.
      const isInside = isContinuation
        ? offset > spans[next].start && offset <= spans[next].end
        : end > spans[next].start && offset < spans[next].end;
      if (isInside) cover.set(y * cols + col, coveredOfSpan++);
      offset = end;
      const hasSecondHalf = col + 1 < chars.length && (chars[col + 1] & CONTINUATION) !== 0;
      if (offset >= spans[next].end && !hasSecondHalf) {
        next++;
        coveredOfSpan = 0;
      }
    }
    offset = rowStart + rowText(rows[y], chars.length, clusters).length + (wrapped ? 0 : 1);
    while (next < spans.length && spans[next].end <= offset - (wrapped ? 0 : 1)) {
      next++;
      coveredOfSpan = 0;
    }
  }
  return cover;
}
