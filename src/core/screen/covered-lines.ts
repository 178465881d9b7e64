import { CONTINUATION } from "./cell.js";
import { cellText, rowText, trimmedEnd } from "./row-text.js";
import type { CellSource } from "./screen-cells.js";
import type { CoveredColumns } from "./span-cells.js";
import { SpanWalk } from "./span-cells.js";
import type { Cover } from "./visit-cells.js";

/** Each row as its cells show it, secrets covered, without the blanks at its end. What stands beside a secret keeps its column. */
export function coveredLines({ rows, clusters }: CellSource, { policy, spans }: Cover): string[] {
  const walk = new SpanWalk(clusters, spans());
  const shown = [...policy.replacement];
  return rows.map((row) => {
    const columns = walk.row(row);
    if (columns.size === 0) return trimmedEnd(rowText(row, row.chars.length, clusters));
    return trimmedEnd(coveredText(row.chars, columns, shown, clusters));
  });
}

function coveredText(
  chars: Uint32Array,
  columns: CoveredColumns,
  shown: readonly string[],
  clusters: readonly string[],
): string {
  let text = "";
  for (let col = 0; col < chars.length; col++) {
    const order = columns.get(col);
    if (order !== undefined) text += shown[order] ?? " ";
    else if ((chars[col] & CONTINUATION) === 0) text += cellText(chars[col], clusters) || " ";
  }
  return text;
}
