import type { TerminalView } from "../../protocol/index.js";
import type { CellStyle, ScreenCell, ScreenSnapshot } from "../../core/screen/index.js";
import { Terminal, terminalView } from "../../core/screen/index.js";

/** What a terminal shows of bytes: a text as sessions have it, and what the text does not tell. */
export interface ShownScreen {
  readonly screen: string;
  readonly terminal?: TerminalView | undefined;
}

/** The sequence that asks a terminal for a size. A kept screen begins with it, so that it can be shown with `cat`, too. */
const SIZE = /^\x1b\[8;(\d{1,4});(\d{1,4})t/;

/** Undefined if the bytes do not say for which size they are. */
export function screenOfAnsi(ansi: string): ShownScreen | undefined {
  const [found, rows, cols] = SIZE.exec(ansi) ?? [];
  if (found === undefined || Number(rows) === 0 || Number(cols) === 0) return undefined;
  const size = { rows: Number(rows), cols: Number(cols), pixelWidth: 0, pixelHeight: 0 };
  const terminal = new Terminal(size, () => undefined);
  const bytes = Buffer.from(ansi.slice(found.length).replace(/\n$/, ""));
  for (let at = 0; at < bytes.length;) at = terminal.write(bytes, at);
  const snapshot = terminal.snapshot(1);
  return { screen: snapshot.plainText.replace(/\n+$/, ""), terminal: terminalView(snapshot) };
}

/** The screen as bytes that make a terminal of its size show it. */
export function ansiOfScreen(snapshot: ScreenSnapshot): string {
  const { size, cursor, alternateScreen, cells } = snapshot;
  const wraps = wrapsOf(snapshot);
  let out = `\x1b[8;${size.rows};${size.cols}t${alternateScreen ? "\x1b[?1049h" : ""}`;
  for (let row = 0; row < size.rows; row++) {
    out += rowBytes(cells.slice(row * size.cols, (row + 1) * size.cols));
    if (row < size.rows - 1 && !wraps.has(row)) out += "\r\n";
  }
  return `${out}\x1b[${cursor.row + 1};${cursor.col + 1}H${cursor.visible ? "" : "\x1b[?25l"}\n`;
}

/** How many cells there are up to the last one that something was printed into. */
function filledOf(row: readonly ScreenCell[]): number {
  let end = row.length;
  while (end > 0 && row[end - 1].text === "" && !row[end - 1].wideContinuation) end--;
  return end;
}

function rowBytes(row: readonly ScreenCell[]): string {
  const end = filledOf(row);
  let out = "";
  let current = "";
  for (const cell of row.slice(0, end)) {
    if (cell.wideContinuation) continue;
    const style = sgr(cell.style);
    if (style !== current) out += `\x1b[${style === "" ? "" : `0;${style}`}m`;
    current = style;
    out += cell.text === "" ? " " : cell.text;
  }
  // Whatever is behind was erased in one colour.
  const rest = end < row.length ? sgr(row[end].style) : "";
  if (rest !== "") return `${out}\x1b[0;${rest}m\x1b[K\x1b[m`;
  return current === "" ? out : `${out}\x1b[m`;
}

const FLAGS = [
  ["bold", 1],
  ["dim", 2],
  ["italic", 3],
  ["underline", 4],
  ["blink", 5],
  ["inverse", 7],
  ["hidden", 8],
  ["strikethrough", 9],
] as const;

function sgr(style: CellStyle): string {
  const flags = FLAGS.filter(([name]) => style[name]).map(([, code]) => String(code));
  return [...flags, ...color(38, style.foreground), ...color(48, style.background)].join(";");
}

function color(code: number, value: CellStyle["foreground"]): string[] {
  const [kind, ...parts] = value.split(":");
  if (kind === "default") return [];
  return [[code, kind === "idx" ? 5 : 2, ...parts].join(";")];
}

/** The rows that go on in the next one: the text has both in one line. */
function wrapsOf({ size, cells, plainText }: ScreenSnapshot): ReadonlySet<number> {
  const lines = plainText.split("\n");
  const wraps = new Set<number>();
  let rest = lines.shift() ?? "";
  for (let row = 0; row < size.rows; row++) {
    const shown = cells.slice(row * size.cols, (row + 1) * size.cols);
    const own = shown
      .slice(0, filledOf(shown))
      .map(({ text, wideContinuation }) => (wideContinuation ? "" : text || " "));
    const length = own.join("").length;
    // A character of two columns goes to the next row whole, and leaves the last column of this one empty.
    if (own.length >= size.cols - 1 && rest.length > length) {
      wraps.add(row);
      rest = rest.slice(length);
    } else rest = lines.shift() ?? "";
  }
  return wraps;
}
