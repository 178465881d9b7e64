import type { CellStyle } from "../../protocol/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import { CONTINUATION, WIDE } from "./cell.js";
import { redactStyle } from "./redact-cells.js";
import { cellText } from "./row-text.js";
import type { CellSource } from "./screen-cells.js";
import type { Span } from "./span-cells.js";
import { SpanWalk } from "./span-cells.js";

/** Is shown the cells of a screen, row by row. */
export type CellVisitor = (
  row: number,
  col: number,
  text: string,
  wide: boolean,
  wideContinuation: boolean,
  style: CellStyle,
) => void;

/** What hides the secrets of a screen. */
export interface Cover {
  readonly policy: RedactionPolicy;
  readonly spans: () => readonly Span[];
}

/** Shows every cell as `cells` has it, without an object for each, and gives way after each row. */
export function* visitCells(source: CellSource, cover: Cover | undefined, visit: CellVisitor): Generator<void> {
  const { rows, cols, styles, clusters } = source;
  const walk = new SpanWalk(clusters, cover?.spans() ?? []);
  const shown = [...(cover?.policy.replacement ?? "")];
  const covered = new Map<CellStyle, CellStyle>();
  for (const [y, row] of rows.entries()) {
    const columns = walk.row(row);
    const { chars } = row;
    for (let col = 0; col < cols; col++) {
      const char = col < chars.length ? chars[col] : 0;
      const plain = styles.at(row, col);
      const style = cover === undefined ? plain : redactStyle(plain, cover.policy, covered);
      const order = columns.size === 0 ? undefined : columns.get(col);
      if (order !== undefined) visit(y, col, shown[order] ?? " ", false, false, style);
      else visit(y, col, cellText(char, clusters), (char & WIDE) !== 0, (char & CONTINUATION) !== 0, style);
    }
    yield;
  }
}
