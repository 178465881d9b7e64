import type { CellStyle } from "../../../protocol/index.js";

/** What some bytes must leave on a screen. Only what is given is compared. */
export interface ConformanceCase {
  readonly title: string;
  /** Rows and columns; 4 by 8 if left out. */
  readonly size?: readonly [rows: number, cols: number];
  readonly input: string | Uint8Array;
  /** The visible rows, right-trimmed, without the empty ones at the end. */
  readonly rows?: readonly string[];
  /** The plain text, where soft wraps matter. */
  readonly text?: string;
  readonly cursor?: readonly [row: number, col: number];
  readonly cursorVisible?: boolean;
  readonly windowTitle?: string | null;
  readonly alternateScreen?: boolean;
  /** Parts of styles, by "row,col". */
  readonly styles?: Readonly<Record<string, Partial<CellStyle>>>;
  readonly replies?: readonly string[];
}
