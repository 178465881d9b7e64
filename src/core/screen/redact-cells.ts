import type { CellStyle, ScreenCell } from "../../protocol/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import type { RowCopy } from "./row.js";
import type { Span } from "./span-cells.js";
import { cellsOfSpans } from "./span-cells.js";

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
  const shown = [...policy.replacement];
  const cover = cellsOfSpans(rows, clusters, spans, rows.length === 0 ? 0 : cells.length / rows.length);
  const styles = new Map<CellStyle, CellStyle>();
  return cells.map((cell, at) => {
    const order = cover.get(at);
    const style = redactStyle(cell.style, policy, styles);
    if (order !== undefined) return { ...cell, text: shown[order] ?? " ", wide: false, wideContinuation: false, style };
    return style === cell.style ? cell : { ...cell, style };
  });
}

/** A style whose link holds no secret. */
export function redactStyle(style: CellStyle, policy: RedactionPolicy, known: Map<CellStyle, CellStyle>): CellStyle {
  if (style.hyperlink === undefined) return style;
  let result = known.get(style);
  if (result === undefined) {
    const hyperlink = policy.redact(style.hyperlink);
    const id = style.hyperlinkId === undefined ? undefined : policy.redact(style.hyperlinkId);
    const isSame = hyperlink === style.hyperlink && id === style.hyperlinkId;
    result = isSame ? style : Object.freeze({ ...style, hyperlink, ...(id === undefined ? {} : { hyperlinkId: id }) });
    known.set(style, result);
  }
  return result;
}
