import { CURSOR_SHAPES } from "./announced.js";
import type { ScreenState } from "./screen-state.js";
import type { Pen } from "./sgr.js";
import type { PackedColor } from "./style.js";
import {
  BLINK,
  BOLD,
  DIM,
  HIDDEN,
  INVERSE,
  ITALIC,
  OVERLINE,
  STRIKETHROUGH,
  colorParams,
  underlineKind,
} from "./style.js";

const decoder = new TextDecoder();

const FLAGS: readonly (readonly [flag: number, param: number])[] = [
  [BOLD, 1],
  [DIM, 2],
  [ITALIC, 3],
  [BLINK, 5],
  [INVERSE, 7],
  [HIDDEN, 8],
  [STRIKETHROUGH, 9],
  [OVERLINE, 53],
];

function rendition(pen: Pen): string {
  const params = ["0"];
  for (const [flag, param] of FLAGS) if ((pen.flags & flag) !== 0) params.push(String(param));
  const underline = underlineKind(pen.flags);
  if (underline !== 0) params.push(underline === 1 ? "4" : `4:${underline}`);
  const color = (first: 30 | 40, value: PackedColor): void => {
    const text = colorParams(first, value);
    if (text !== "") params.push(text);
  };
  color(30, pen.foreground);
  color(40, pen.background);
  return params.join(";");
}

/** DECRQSS: the setting that the end of a sequence stands for, as that sequence would set it. */
const SETTINGS = new Map<string, (state: ScreenState) => string>([
  ["m", ({ pen }) => rendition(pen)],
  ["r", ({ top, bottom }) => `${top + 1};${bottom + 1}`],
  ["s", ({ left, right }) => `${left + 1};${right + 1}`],
  ["t", ({ rowCount }) => String(rowCount)],
  ["*|", ({ rowCount }) => String(rowCount)],
  ["$|", ({ cols }) => String(cols)],
  ['"p', ({ level }) => `6${level};1`],
  ['"q', ({ isProtecting, guard }) => (isProtecting && guard === "dec" ? "1" : "0")],
  [
    " q",
    ({ announced, modes }) => String(2 * CURSOR_SHAPES.indexOf(announced.cursorShape) + (modes.cursorBlink ? 1 : 2)),
  ],
  ["*x", ({ changesRectangles }) => (changesRectangles ? "2" : "0")],
  // There is no status line.
  ["$}", () => "0"],
  ["$~", () => "0"],
]);

/** The answer to DECRQSS; a setting that is not known gets the "invalid" one, for a program may wait for it. */
export function statusString(state: ScreenState, payload: Uint8Array | undefined): string {
  const name = payload === undefined || payload.length > 2 ? "" : decoder.decode(payload);
  const setting = SETTINGS.get(name);
  return setting === undefined ? "\x1bP0$r\x1b\\" : `\x1bP1$r${setting(state)}${name}\x1b\\`;
}

/** XTGETTCAP: names and values in hexadecimal. How many colours there are, and whether there are more. */
const CAPABILITIES = new Map([
  ["436f", "436F=323536"],
  ["636f6c6f7273", "636F6C6F7273=323536"],
  ["524742", "524742=382F382F38"],
]);

/** The answer to XTGETTCAP, of constants alone: the first capability that is not known ends it, as in xterm. */
export function capabilities(payload: Uint8Array | undefined): string {
  const names = payload === undefined ? [] : decoder.decode(payload).toLowerCase().split(";");
  const found: string[] = [];
  for (const name of names) {
    const value = CAPABILITIES.get(name);
    if (value === undefined) break;
    found.push(value);
  }
  return found.length === 0 ? "\x1bP0+r\x1b\\" : `\x1bP1+r${found.join(";")}\x1b\\`;
}
