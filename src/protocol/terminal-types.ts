import { MAX_TERMINAL_SIDE } from "../base/index.js";
import type { Library, Wire } from "./schema/schema.js";
import {
  array,
  boolean,
  integer,
  named,
  nullable,
  object,
  oneOf,
  optional,
  required,
  text,
  word,
} from "./schema/schema.js";

/** The kernel keeps pixel sizes in 16 bits. */
const MAX_PIXELS = 65_535;

export const side = integer(1, MAX_TERMINAL_SIDE);
export const pixels = integer(0, MAX_PIXELS);

export const terminalSize = named("TerminalSize", "How large a terminal is.", () =>
  object({
    rows: required(side, "Rows."),
    cols: required(side, "Columns."),
    pixel_width: required(pixels, "Width in pixels; 0 if unknown."),
    pixel_height: required(pixels, "Height in pixels; 0 if unknown."),
  }),
);

/** A size to take on. */
export const newSizeFields = {
  rows: required(side, "Rows."),
  cols: required(side, "Columns."),
  pixel_width: optional(pixels, "Width in pixels; left out: as it was."),
  pixel_height: optional(pixels, "Height in pixels; left out: as it was."),
} as const;

/** "default", "idx:N" of the 256 colours, or "rgb:R:G:B" with decimal parts. */
export type Color = "default" | `idx:${number}` | `rgb:${number}:${number}:${number}`;
const color = word<Color>("^(default|idx:[0-9]{1,3}|rgb:[0-9]{1,3}:[0-9]{1,3}:[0-9]{1,3})$");

export const cellStyle = named("CellStyle", "How a cell is drawn.", () =>
  object({
    foreground: required(color, 'Text colour: "default", "idx:N" or "rgb:R:G:B".'),
    background: required(color, "Background colour, in the same words."),
    bold: required(boolean(), "Bold."),
    dim: required(boolean(), "Dim."),
    italic: required(boolean(), "Italic."),
    underline: required(boolean(), "Underlined."),
    inverse: required(boolean(), "Colours exchanged."),
    strikethrough: required(boolean(), "Struck through."),
    blink: required(boolean(), "Blinking."),
    hidden: required(boolean(), "Invisible."),
    hyperlink: optional(text(), "Where the cell links to."),
  }),
);

export const cell = named("Cell", "One place of the screen.", () =>
  object({
    row: required(integer(), "Row, from zero."),
    col: required(integer(), "Column, from zero."),
    text: required(text(), "What it shows; empty if nothing was printed into it."),
    wide: required(boolean(), "First half of a character that takes two cells."),
    wide_continuation: required(boolean(), "Second half of it."),
    style: required(cellStyle, "How it is drawn."),
  }),
);

export const screenSnapshot = named("ScreenSnapshot", "The screen at one sequence number.", () =>
  object({
    size: required(terminalSize, "The terminal's size."),
    cursor: required(
      object({
        row: required(integer(), "Row, from zero."),
        col: required(integer(), "Column, from zero."),
        visible: required(boolean(), "Whether the program shows it."),
      }),
      "Where the cursor is.",
    ),
    sequence: required(integer(), "Which moment this is."),
    plain_text: required(text(), "The visible rows as text; soft-wrapped rows are joined."),
    cells: required(array(cell), "Row by row, rows x cols of them; empty where they were not asked for."),
    alternate_screen: required(boolean(), "A full-screen program has switched to the second screen."),
    application_cursor: required(boolean(), "Arrow keys send application sequences."),
    application_keypad: required(boolean(), "The keypad sends application sequences."),
    bracketed_paste: required(boolean(), "The program wants pastes to be marked."),
    mouse_tracking: required(oneOf("none", "x10", "normal", "button", "any"), "Which mouse events it wants."),
    mouse_encoding: required(oneOf("default", "utf8", "sgr", "urxvt", "sgr_pixels"), "In which form."),
    title: required(nullable(text()), "The window title, if the program set one."),
  }),
);
export type WireSnapshot = Wire<typeof screenSnapshot>;

/** How large a terminal is. */
export type TerminalSize = Library<typeof terminalSize>;
/** How a cell is drawn. */
export type CellStyle = Library<typeof cellStyle>;
/** One place of the screen. */
export type ScreenCell = Library<typeof cell>;
/** The screen at one sequence number. */
export type ScreenSnapshot = Library<typeof screenSnapshot>;
/** Where the cursor stands, and whether the program shows it. */
export type CursorState = ScreenSnapshot["cursor"];
/** Which mouse events the program asked for: DECSET 9, 1000, 1002, 1003. */
export type MouseTracking = ScreenSnapshot["mouseTracking"];
/** In which form it wants them: the default, DECSET 1005, 1006, 1015, 1016. */
export type MouseEncoding = ScreenSnapshot["mouseEncoding"];
