import type { RedactionPolicy } from "../redaction/index.js";
import { CONTINUATION } from "./cell.js";
import type { RowCopy } from "./row.js";
import { cellText, rowText } from "./row-text.js";
import type { ScreenCell } from "./screen-cells.js";
import type { CellStyle } from "./style.js";

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The cells of a screen with its secrets covered. Secrets are found in the text, where soft-wrapped rows are one line,
 * and each cell that shows a part of one gets a character of the replacement, or a space when that is used up.
 */
export function redactCells(
  cells: readonly ScreenCell[],
  rows: readonly RowCopy[],
  clusters: readonly string[],
  spans: readonly Span[],
  policy: RedactionPolicy,
): readonly ScreenCell[] {
  const cover = coverOf(rows, clusters, spans, policy.replacement, rows.length === 0 ? 0 : cells.length / rows.length);
  const styles = new Map<CellStyle, CellStyle>();
  return cells.map((cell, at) => {
    const text = cover.get(at);
    const style = redactStyle(cell.style, policy, styles);
    if (text !== undefined) return { ...cell, text, wide: false, wideContinuation: false, style };
    return style === cell.style ? cell : { ...cell, style };
  });
}

/** What covered cells show, by their place in the row-major list. Walks the rows as the plain text was put together. */
function coverOf(
  rows: readonly RowCopy[],
  clusters: readonly string[],
  spans: readonly Span[],
  replacement: string,
  cols: number,
): Map<number, string> {
  const cover = new Map<number, string>();
  const shown = [...replacement];
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
      if (isInside) cover.set(y * cols + col, shown[coveredOfSpan++] ?? " ");
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

function redactStyle(style: CellStyle, policy: RedactionPolicy, known: Map<CellStyle, CellStyle>): CellStyle {
  if (style.hyperlink === undefined) return style;
  let result = known.get(style);
  if (result === undefined) {
    const hyperlink = policy.redact(style.hyperlink);
    result = hyperlink === style.hyperlink ? style : Object.freeze({ ...style, hyperlink });
    known.set(style, result);
  }
  return result;
}
