import type { TerminalSize } from "../target/index.js";
import { CONTINUATION, WIDE } from "./cell.js";
import type { MouseEncoding, MouseTracking } from "./modes.js";
import type { RowCopy } from "./row.js";
import { cellText } from "./row-text.js";
import type { ScreenState } from "./screen-state.js";
import type { CellStyle, StyleTable } from "./style.js";

export interface CursorState {
  /** Zero-based. */
  readonly row: number;
  readonly col: number;
  readonly visible: boolean;
}

export interface ScreenCell {
  readonly row: number;
  readonly col: number;
  /** What the cell shows; "" if nothing was printed into it or if it is the second half of a wide character. */
  readonly text: string;
  readonly wide: boolean;
  readonly wideContinuation: boolean;
  readonly style: CellStyle;
}

/** The screen at one sequence number. Immutable; `cells` is built when first asked for. */
export interface ScreenSnapshot {
  readonly size: TerminalSize;
  readonly cursor: CursorState;
  readonly sequence: number;
  readonly plainText: string;
  /** Row-major, rows x cols entries. */
  readonly cells: readonly ScreenCell[];
  readonly alternateScreen: boolean;
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly mouseTracking: MouseTracking;
  readonly mouseEncoding: MouseEncoding;
  readonly title: string | null;
}

interface CellSource {
  readonly rows: readonly RowCopy[];
  readonly cols: number;
  readonly styles: StyleTable;
  readonly clusters: readonly string[];
}

function buildCells({ rows, cols, styles, clusters }: CellSource): readonly ScreenCell[] {
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

class LazySnapshot implements ScreenSnapshot {
  readonly size: TerminalSize;
  readonly cursor: CursorState;
  readonly sequence: number;
  readonly plainText: string;
  readonly alternateScreen: boolean;
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPaste: boolean;
  readonly mouseTracking: MouseTracking;
  readonly mouseEncoding: MouseEncoding;
  readonly title: string | null;
  readonly #source: CellSource;
  #cells: readonly ScreenCell[] | undefined;

  constructor(state: ScreenState, plainText: string, sequence: number) {
    const { rowCount: rows, cols, pixelWidth, pixelHeight, modes } = state;
    this.size = { rows, cols, pixelWidth, pixelHeight };
    this.cursor = { row: state.y, col: state.x, visible: modes.cursorVisible };
    this.sequence = sequence;
    this.plainText = plainText;
    this.alternateScreen = state.isAlternate;
    this.applicationCursor = modes.applicationCursor;
    this.applicationKeypad = modes.applicationKeypad;
    this.bracketedPaste = modes.bracketedPaste;
    this.mouseTracking = modes.mouseTracking;
    this.mouseEncoding = modes.mouseEncoding;
    this.title = state.title ?? null;
    this.#source = {
      rows: state.grid.rows.map((row) => row.frozen()),
      cols,
      styles: state.styles,
      clusters: state.clusters.values,
    };
  }

  get cells(): readonly ScreenCell[] {
    return (this.#cells ??= buildCells(this.#source));
  }
}

export function takeSnapshot(state: ScreenState, plainText: string, sequence: number): ScreenSnapshot {
  return new LazySnapshot(state, plainText, sequence);
}
