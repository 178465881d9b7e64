import type { ScreenCell } from "../../protocol/index.js";
import { CONTINUATION, WIDE } from "./cell.js";
import type { RowCopy } from "./row.js";
import { cellText } from "./row-text.js";
import type { CellStyles } from "./style.js";

/** What cells are made from: copies that no later output touches. */
export interface CellSource {
  readonly rows: readonly RowCopy[];
  /** The rows before them that belong to the same line, see Grid. */
  readonly head: readonly RowCopy[];
  /** What to judge the text with because of the lines that left before it. */
  readonly context: string;
  readonly cols: number;
  readonly styles: CellStyles;
  readonly clusters: readonly string[];
}

export function buildCells({ rows, cols, styles, clusters }: CellSource): readonly ScreenCell[] {
  const cells = new Array<ScreenCell>(rows.length * cols);
  let at = 0;
  for (let row = 0; row < rows.length; row++) {
    const { chars } = rows[row];
    for (let col = 0; col < cols; col++) {
      const char = col < chars.length ? chars[col] : 0;
      cells[at++] = {
        row,
        col,
        text: cellText(char, clusters),
        wide: (char & WIDE) !== 0,
        wideContinuation: (char & CONTINUATION) !== 0,
        style: styles.at(rows[row], col),
      };
    }
  }
  return cells;
}
