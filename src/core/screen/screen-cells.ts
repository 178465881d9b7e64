import { CONTINUATION, WIDE } from "./cell.js";
import type { RowCopy } from "./row.js";
import { cellText } from "./row-text.js";
import type { CellStyle, StyleTable } from "./style.js";

/** One place of the screen, and what it shows. */
export interface ScreenCell {
  readonly row: number;
  readonly col: number;
  /** What the cell shows; "" if nothing was printed into it or if it is the second half of a wide character. */
  readonly text: string;
  readonly wide: boolean;
  readonly wideContinuation: boolean;
  readonly style: CellStyle;
}

/** What cells are made from: copies that no later output touches. */
export interface CellSource {
  readonly rows: readonly RowCopy[];
  /** The rows before them that belong to the same line, see Grid. */
  readonly head: readonly RowCopy[];
  /** What to judge the text with because of the lines that left before it. */
  readonly context: string;
  readonly cols: number;
  readonly styles: StyleTable;
  readonly clusters: readonly string[];
}

export function buildCells({ rows, cols, styles, clusters }: CellSource): readonly ScreenCell[] {
  const cells = new Array<ScreenCell>(rows.length * cols);
  let at = 0;
  for (let row = 0; row < rows.length; row++) {
    const { chars, styles: numbers, blankStyle } = rows[row];
    for (let col = 0; col < cols; col++) {
      const isStored = col < chars.length;
      const char = isStored ? chars[col] : 0;
      cells[at++] = {
        row,
        col,
        text: cellText(char, clusters),
        wide: (char & WIDE) !== 0,
        wideContinuation: (char & CONTINUATION) !== 0,
        style: styles.describe(isStored ? numbers[col] : blankStyle),
      };
    }
  }
  return cells;
}
