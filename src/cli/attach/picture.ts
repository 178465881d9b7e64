import { escapeControls } from "../../base/index.js";
import type { StyledRun } from "../../protocol/index.js";
import type { DrawnScreen } from "../sessions/next-screen.js";
import { paintedRow } from "../sessions/painted-row.js";

/** The terminal that the picture is drawn in. */
export interface ViewerSize {
  readonly rows: number;
  readonly cols: number;
}

const DIM = "\x1b[2m";
const PLAIN = "\x1b[m";
const CLEAR_LINE = "\x1b[K";
const moveTo = (row: number, col: number): string => `\x1b[${row + 1};${col + 1}H`;

/**
 * A session's screen as it is drawn in somebody's terminal: at its top left, with a frame where that is larger, cut off where it is smaller. Knows
 * what is there already, and draws what is different.
 */
export class Picture {
  readonly #name: string;
  readonly #hint: string;
  #drawn: string[] = [];
  #top = 0;
  /** Below the screen there was room for its name and how to leave. */
  hasLastLine = false;
  #size: string | undefined;
  /** Rows as they are painted; a row that has not changed is the same object. */
  #painted = new WeakMap<readonly StyledRun[], string>();

  /** Both are shown where there is room for them, and where the screen is cut off. */
  constructor(name: string, hint: string) {
    this.#name = name;
    this.#hint = hint;
  }

  /** Whatever is in the terminal is not known any more. */
  forget(): void {
    this.#size = undefined;
  }

  /** What to write. The cursor is left where the program has it. */
  draw(snapshot: DrawnScreen, viewer: ViewerSize): string {
    const { size, cursor } = snapshot;
    const key = `${size.rows} ${size.cols} ${viewer.rows} ${viewer.cols}`;
    let text = "";
    if (key !== this.#size) {
      text += `${PLAIN}\x1b[2J`;
      this.#drawn = [];
      this.#painted = new WeakMap();
      this.#size = key;
    }
    const isCut = size.rows > viewer.rows || size.cols > viewer.cols;
    const shown = Math.min(size.rows, isCut ? viewer.rows - 1 : viewer.rows);
    this.#top = Math.max(Math.min(this.#top, cursor.row, size.rows - shown), cursor.row - shown + 1, 0);
    const wanted = snapshot.runs.slice(this.#top, this.#top + shown).map((runs) => {
      const painted = this.#painted.get(runs) ?? rowFor(runs, size, viewer);
      this.#painted.set(runs, painted);
      return painted;
    });
    this.hasLastLine = shown < viewer.rows;
    if (this.hasLastLine) wanted.push(this.#lastLine(size, viewer, isCut));
    wanted.forEach((row, at) => {
      if (row === this.#drawn[at]) return;
      text += moveTo(at, 0) + row;
      this.#drawn[at] = row;
    });
    return text + this.#cursor(cursor, viewer);
  }

  /** The place in the session's screen that is drawn at a place of the terminal; undefined if none is. */
  placeOf({ size }: DrawnScreen, row: number, col: number): { readonly row: number; readonly col: number } | undefined {
    const at = row + this.#top;
    return at < size.rows && col < size.cols ? { row: at, col } : undefined;
  }

  #cursor({ row, col, visible }: DrawnScreen["cursor"], viewer: ViewerSize): string {
    const at = row - this.#top;
    const isInside = at >= 0 && at < viewer.rows && col < viewer.cols;
    return visible && isInside ? `${moveTo(at, col)}\x1b[?25h` : "\x1b[?25l";
  }

  #lastLine(size: ViewerSize, viewer: ViewerSize, isCut: boolean): string {
    const what = `${size.cols}x${size.rows}${isCut ? ", cut off" : ""}`;
    const width = isCut ? viewer.cols : Math.min(size.cols + 1, viewer.cols);
    const label = ` ${escapeControls(this.#name)} · ${what} · ${this.#hint} `.slice(0, width);
    const line = isCut ? label.padEnd(width, "─") : `${label.padEnd(width - 1, "─")}${label.length < width ? "┘" : ""}`;
    return `${CLEAR_LINE}${DIM}${line.slice(0, width)}${PLAIN}`;
  }
}

function rowFor(runs: readonly StyledRun[], size: ViewerSize, viewer: ViewerSize): string {
  // Cleared first: behind a row that is full, the cursor stands on its last cell.
  const row = CLEAR_LINE + paintedRow(runs);
  if (size.cols > viewer.cols && widthAtMost(runs) > viewer.cols) return `${row}\x1b[${viewer.cols}G${DIM}›${PLAIN}`;
  return size.cols < viewer.cols ? `${row}\x1b[${size.cols + 1}G${DIM}│${PLAIN}` : row;
}

/** Cells that a row takes at most: what is not plain may be wide. */
function widthAtMost(runs: readonly StyledRun[]): number {
  let width = 0;
  for (const [text] of runs) for (const character of text) width += character.codePointAt(0)! >= 0x1100 ? 2 : 1;
  return width;
}
