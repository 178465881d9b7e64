import { MAX_AWAITED_CHARS, MAX_SCROLLBACK_ROWS, MAX_TERMINAL_SIDE } from "../base/index.js";
import type { Library, Wire } from "./schema/schema.js";
import {
  array,
  boolean,
  integer,
  literal,
  named,
  nullable,
  object,
  oneOf,
  optional,
  regex,
  required,
  text,
  tuple,
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
export const color = word<Color>("^(default|idx:[0-9]{1,3}|rgb:[0-9]{1,3}:[0-9]{1,3}:[0-9]{1,3})$");

/** What few cells have; left out where it is as in plain text. */
export const rareStyleFields = {
  overline: optional(boolean(), "Overlined; left out if not."),
  underline_style: optional(
    oneOf("double", "curly", "dotted", "dashed"),
    "The kind of underline; left out for a single line.",
  ),
  underline_color: optional(color, "The colour of the underline; left out if it is that of the text."),
  hyperlink: optional(text(), "Where the cell links to."),
  hyperlink_id: optional(
    text(),
    "The link's id: cells with the same one belong to one link, also where they are apart.",
  ),
} as const;

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
    ...rareStyleFields,
  }),
);

const optionalAttributes = {
  bold: optional(boolean(), "Bold."),
  dim: optional(boolean(), "Dim."),
  italic: optional(boolean(), "Italic."),
  underline: optional(boolean(), "Underlined."),
  inverse: optional(boolean(), "Colours exchanged."),
  strikethrough: optional(boolean(), "Struck through."),
  blink: optional(boolean(), "Blinking."),
  hidden: optional(boolean(), "Invisible."),
} as const;

/** What a style adds to plain text; what is left out is as in plain text. */
export const runStyle = object({
  foreground: optional(color, 'Text colour: "idx:N" or "rgb:R:G:B".'),
  background: optional(color, "Background colour, in the same words."),
  ...optionalAttributes,
  ...rareStyleFields,
});

export const styledRun = named(
  "StyledRun",
  "Cells of one row that look the same: their text, and what their style adds to plain text.",
  () => tuple(text(), runStyle),
);

/** Counted from the top, or if negative from the bottom: -1 is the last row. */
export const rowPlace = integer(-MAX_TERMINAL_SIDE, MAX_TERMINAL_SIDE - 1);

/** A rectangle of the screen. What of it lies outside the screen is not looked at. */
export const boxFields = {
  row: required(rowPlace, "Its first row, from zero; negative counts from the bottom."),
  col: required(integer(0, MAX_TERMINAL_SIDE - 1), "Its first column, from zero."),
  rows: required(side, "Rows."),
  cols: required(side, "Columns."),
} as const;

/** Of a style what must be so; whatever is left out may be either way. */
export const wantedStyle = named("WantedStyle", "How something must be drawn; what is left out does not matter.", () =>
  object({
    foreground: optional(color, 'Text colour: "default", "idx:N" or "rgb:R:G:B".'),
    background: optional(color, "Background colour, in the same words."),
    ...optionalAttributes,
    overline: optional(boolean(), "Overlined."),
    hyperlink: optional(text({ maxLength: MAX_AWAITED_CHARS }), "Where it links to."),
  }),
);

/** A row of the screen, or one that left at the top: -1 is the row right above the screen. */
const foundRow = integer(-MAX_SCROLLBACK_ROWS);

/** Where a text stands: cells of a row from a column on. */
export const cellRun = object({
  row: required(foundRow, "Row, from zero; negative above the screen."),
  col: required(integer(), "Column, from zero."),
  length: required(integer(), "Cells."),
});

export const foundMatch = named("FoundText", "A text on the screen, and where it stands.", () =>
  object({
    row: required(
      foundRow,
      "Its first row, from zero; negative in the scrollback, as session.scrollback takes it: -1 is right above the screen.",
    ),
    col: required(integer(), "Its first column, from zero."),
    length: required(integer(), "Cells that it takes, in all rows; a wide character takes two."),
    text: required(text(), "What stands there."),
    style: required(cellStyle, "How its first character is drawn."),
    mixed: optional(literal(true), "Not all of it is drawn so."),
    parts: optional(array(cellRun), "Of one that goes on in further rows: its part in each."),
  }),
);

/** What is looked for on a screen: a text or a pattern, drawn in some way. */
export const findFields = {
  text: optional(text({ minLength: 1, maxLength: MAX_AWAITED_CHARS }), "The text, compared case-sensitively."),
  regex: optional(regex(), "A pattern of the Rust regex dialect, instead of a text."),
  style: optional(wantedStyle, "How it must be drawn, all of it but its blanks; alone, anything that is drawn so."),
  exact: optional(boolean(), "Only where it is no part of a longer word."),
  within: optional(object(boxFields), "Only in this rectangle."),
  scrollback: optional(
    boolean(),
    "Also in the rows that left at the top of the normal screen. Then each line is searched by itself, and there is no `within`.",
  ),
} as const;
export const findQuery = object(findFields);

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

const LAST_INDEXED_COLOR = 255;

const palette = named("Palette", "Colours that a program changed, as rgb:R:G:B.", () =>
  object({
    indexed: required(
      array(
        object({
          index: required(integer(0, LAST_INDEXED_COLOR), "The N of idx:N."),
          color: required(color, "What it stands for now."),
        }),
      ),
      "Those of the 256, in order.",
    ),
    foreground: optional(color, "The default colour of text."),
    background: optional(color, "The default background."),
    cursor: optional(color, "The cursor's colour."),
  }),
);

const cursor = required(
  object({
    row: required(integer(), "Row, from zero."),
    col: required(integer(), "Column, from zero."),
    visible: required(boolean(), "Whether the program shows it."),
  }),
  "Where the cursor is.",
);

const frame = required(
  object({
    complete: required(
      boolean(),
      "False in the middle of a frame (mode 2026): asked for, or because the frame took longer than the limit.",
    ),
    id: required(integer(), "How many frames the program had completed by then."),
  }),
  "Which of the frames that the program marks this is.",
);

const title = required(nullable(text()), "The window title, if the program set one.");
const alternateScreen = required(boolean(), "A full-screen program has switched to the second screen.");

/** How a program wants its input, and its cursor drawn. */
const modeFields = {
  application_cursor: required(boolean(), "Arrow keys send application sequences."),
  application_keypad: required(boolean(), "The keypad sends application sequences."),
  bracketed_paste: required(boolean(), "The program wants pastes to be marked."),
  mouse_tracking: required(oneOf("none", "x10", "normal", "button", "any"), "Which mouse events it wants."),
  mouse_encoding: required(oneOf("default", "utf8", "sgr", "urxvt", "sgr_pixels"), "In which form."),
  cursor_shape: required(oneOf("block", "underline", "bar"), "The cursor's shape."),
  cursor_blink: required(boolean(), "The program wants it to blink."),
} as const;

export const screenSnapshot = named("ScreenSnapshot", "The screen at one sequence number.", () =>
  object({
    size: required(terminalSize, "The terminal's size."),
    cursor,
    sequence: required(integer(), "Which moment this is."),
    frame,
    plain_text: required(text(), "The visible rows as text; soft-wrapped rows are joined."),
    lines: required(
      array(text()),
      "Each row of the screen, without the blanks at its end, printed or not. A covered secret keeps its width.",
    ),
    cells: required(array(cell), "Row by row, rows x cols of them; empty where they were not asked for."),
    runs: required(
      array(array(styledRun)),
      "The cells of each row as runs of one style, without plain blanks at the end; empty where they were not asked for.",
    ),
    scrollback: required(
      integer(),
      "How many rows that left at the top of the normal screen are kept; session.scrollback reads them.",
    ),
    alternate_screen: alternateScreen,
    ...modeFields,
    bell_count: required(integer(), "How often the program has rung the bell."),
    title,
    palette: optional(palette, "Colours that the program changed; left out if it changed none."),
    icon_title: optional(text(), "The icon's title, if the program set one."),
    working_directory: optional(text(), "The directory that the program says it is in (OSC 7)."),
    progress: optional(
      object({
        state: required(oneOf("normal", "error", "indeterminate", "paused"), "How it goes."),
        value: optional(integer(0, 100), "Percent done."),
      }),
      "The progress that the program tells (OSC 9;4).",
    ),
    prompt_marks: optional(
      array(
        object({
          row: required(integer(), "Row, from zero."),
          col: required(integer(), "Column, from zero."),
          kind: required(oneOf("prompt", "command", "output"), "What begins there."),
        }),
      ),
      "Where the shell says that prompts, commands and their output begin (OSC 133 and 633), from top to bottom. Any program may print such marks; with `shell_integration` only those of the shell count.",
    ),
    images: optional(
      array(
        object({
          kind: required(oneOf("sixel", "kitty", "iterm2"), "How it was sent."),
          row: required(
            integer(1 - MAX_TERMINAL_SIDE),
            "Its first row, from zero; negative if that has scrolled away.",
          ),
          col: required(integer(), "Its first column, from zero."),
          rows: required(integer(), "Rows that it takes."),
          cols: required(integer(), "Columns that it takes."),
          width: required(integer(), "Width in pixels; 0 if unknown."),
          height: required(integer(), "Height in pixels; 0 if unknown."),
          hash: required(word(), "SHA-256 of its data, decoded from base64 where it was sent so."),
        }),
      ),
      "Pictures on the screen: where, how large, and which.",
    ),
    last_exit_code: optional(integer(), "How the shell says that the last command ended (OSC 133 and 633)."),
  }),
);

export const screenChanges = named("ScreenChanges", "What of the screen is another since an earlier moment.", () =>
  object({
    size: required(terminalSize, "The terminal's size."),
    cursor,
    sequence: required(integer(), "Which moment this is; the `since` of the next read."),
    frame,
    changed_rows: required(
      array(
        object({
          row: required(integer(), "Row, from zero."),
          text: required(text(), "As in the `lines` of a snapshot."),
          runs: optional(array(styledRun), "As in the `runs` of a snapshot, where they were asked for."),
        }),
      ),
      "The rows that show something else, or look different, from top to bottom.",
    ),
    all_rows: required(boolean(), "All rows are there, because the size is another one."),
    alternate_screen: alternateScreen,
    title,
    modes: optional(object(modeFields), "As in a snapshot, where runs were asked for: for who draws the screen."),
  }),
);
export type WireSnapshot = Wire<typeof screenSnapshot>;
export type WireChanges = Wire<typeof screenChanges>;

/** How large a terminal is. */
export type TerminalSize = Library<typeof terminalSize>;
/** How a cell is drawn. */
export type CellStyle = Library<typeof cellStyle>;
/** How something must be drawn; what is left out does not matter. */
export type WantedStyle = Library<typeof wantedStyle>;
/** A rectangle of the screen. */
export interface ScreenBox {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
}
/** Cells of a row from a column on. */
export type CellRun = Library<typeof cellRun>;
/** A text on the screen, and where it stands. */
export type FoundText = Library<typeof foundMatch>;
/** One place of the screen. */
export type ScreenCell = Library<typeof cell>;
/** The screen at one sequence number. */
export type ScreenSnapshot = Library<typeof screenSnapshot>;
/** Cells of one row that look the same: their text, and what their style adds to plain text. */
export type StyledRun = Library<typeof styledRun>;
/** What of the screen is another since an earlier moment. */
export type ScreenChanges = Library<typeof screenChanges>;
/** Where the cursor stands, and whether the program shows it. */
export type CursorState = ScreenSnapshot["cursor"];
/** Which mouse events the program asked for: DECSET 9, 1000, 1002, 1003. */
export type MouseTracking = ScreenSnapshot["mouseTracking"];
/** In which form it wants them: the default, DECSET 1005, 1006, 1015, 1016. */
export type MouseEncoding = ScreenSnapshot["mouseEncoding"];
