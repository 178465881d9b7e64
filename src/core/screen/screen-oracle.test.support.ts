import { createRequire } from "node:module";
import type { Color } from "../../protocol/index.js";
import { terminalView } from "./snapshot.js";
import { TerminalDriver, visibleRows } from "./terminal-driver.test.support.js";

interface HeadlessCell {
  getChars(): string;
  getWidth(): number;
  getFgColor(): number;
  getBgColor(): number;
  isFgRGB(): boolean;
  isBgRGB(): boolean;
  isFgPalette(): boolean;
  isBgPalette(): boolean;
  isBold(): number;
  isDim(): number;
  isItalic(): number;
  isUnderline(): number;
  isBlink(): number;
  isInverse(): number;
  isInvisible(): number;
  isStrikethrough(): number;
  isOverline(): number;
}

/** What we use of @xterm/headless. Its public `write` is asynchronous; thousands of programs need the inner one. */
interface HeadlessTerminal {
  readonly _core: { writeSync(data: string): void };
  readonly rows: number;
  readonly cols: number;
  readonly buffer: {
    readonly active: {
      readonly baseY: number;
      readonly cursorX: number;
      readonly cursorY: number;
      getLine(y: number): { readonly isWrapped: boolean; getCell(x: number): HeadlessCell | undefined } | undefined;
    };
  };
  dispose(): void;
}

const require = createRequire(import.meta.url);
const headless = require("@xterm/headless") as {
  Terminal: new (options: Record<string, unknown>) => HeadlessTerminal;
};

const color = (value: number, isRgb: boolean, isPalette: boolean): Color =>
  isRgb ? `rgb:${value >> 16}:${(value >> 8) & 255}:${value & 255}` : isPalette ? `idx:${value}` : "default";

/** One word for how a cell looks; a blank one shows no more than its background. */
function look(isBlank: boolean, foreground: Color, background: Color, flags: readonly (boolean | number)[]): string {
  return isBlank
    ? background
    : `${foreground} ${background} ${flags.map((flag) => (flag === false || flag === 0 ? 0 : 1)).join("")}`;
}

/** All that two terminals can be compared by: cells with their looks, soft wraps, the cursor. One line for each row. */
function inXtermJs(input: string, rows: number, cols: number): string[] {
  const terminal = new headless.Terminal({ rows, cols, allowProposedApi: true, scrollback: 0, logLevel: "off" });
  terminal._core.writeSync(input);
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let y = 0; y < terminal.rows; y++) {
    let line = "";
    for (let x = 0; x < terminal.cols; x++) {
      const cell = active.getLine(active.baseY + y)?.getCell(x);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const text = cell.getChars().trim();
      const flags = [
        cell.isBold(),
        cell.isDim(),
        cell.isItalic(),
        cell.isUnderline(),
        cell.isBlink(),
        cell.isInverse(),
        cell.isInvisible(),
        cell.isStrikethrough(),
        cell.isOverline(),
      ];
      const foreground = color(cell.getFgColor(), cell.isFgRGB(), cell.isFgPalette());
      const background = color(cell.getBgColor(), cell.isBgRGB(), cell.isBgPalette());
      line += `${text}${cell.getWidth() === 2 ? "=" : ""}[${look(text === "", foreground, background, flags)}]`;
    }
    lines.push(line + (y < terminal.rows - 1 && active.getLine(active.baseY + y + 1)?.isWrapped === true ? "~" : ""));
  }
  // Where a wrap is due its cursor is behind the last column.
  lines.push(`${active.cursorY},${Math.min(active.cursorX, terminal.cols - 1)}`);
  terminal.dispose();
  return lines;
}

function inOurs(input: string, rows: number, cols: number): string[] {
  const snapshot = new TerminalDriver(rows, cols).feed(input).snapshot();
  const { size, cells, cursor } = snapshot;
  const wraps = new Set(terminalView(snapshot)?.wraps);
  const lines: string[] = [];
  for (let y = 0; y < size.rows; y++) {
    let line = "";
    for (const cell of cells.slice(y * size.cols, (y + 1) * size.cols)) {
      if (cell.wideContinuation) continue;
      const text = cell.text.trim();
      const { foreground, background, bold, dim, italic, underline, blink, inverse, hidden, strikethrough } =
        cell.style;
      const flags = [bold, dim, italic, underline, blink, inverse, hidden, strikethrough, cell.style.overline === true];
      line += `${text}${cell.wide ? "=" : ""}[${look(text === "", foreground, background, flags)}]`;
    }
    lines.push(line + (wraps.has(y) ? "~" : ""));
  }
  lines.push(`${cursor.row},${cursor.col}`);
  return lines;
}

/** The first row in which the two differ, or their cursors; undefined if they do not. */
export function differenceFromXtermJs(
  steps: readonly string[],
  rows: number,
  cols: number,
  comparesWraps: boolean,
): string | undefined {
  const input = steps.join("");
  const ours = inOurs(input, rows, cols);
  const theirs = inXtermJs(input, rows, cols);
  const shown = (line: string): string => (comparesWraps ? line : line.replace(/~$/, ""));
  const at = ours.findIndex((line, y) => shown(line) !== shown(theirs[y]));
  return at < 0 ? undefined : `${at === rows ? "cursor" : `row ${at}`}: ours ${ours[at]}, xterm.js ${theirs[at]}`;
}

/** XTRESTORE of what nobody saved turns it off in xterm, and does nothing here. */
const SAVE_MODES = "\x1b[?4;6;7s";

/** The visible rows and the cursor as the terminal tells it, for terminals that tell no more. */
export function textAndCursor(input: string, rows: number, cols: number): string {
  const driver = new TerminalDriver(rows, cols).feed(SAVE_MODES + input);
  const shown = visibleRows(driver.snapshot());
  while (shown.length < rows) shown.push("");
  const [, row, col] = /\x1b\[(\d+);(\d+)R/.exec(driver.feed("\x1b[6n").replies.at(-1) ?? "") ?? [];
  return [...shown, `${Number(row) - 1},${Number(col) - 1}`].join("\n");
}
