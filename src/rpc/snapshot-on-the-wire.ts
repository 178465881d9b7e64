import type { WireSnapshot } from "../protocol/index.js";
import type { ScreenCell, ScreenSnapshot } from "../screen/index.js";

/** Spelt out field by field: cells come by the thousand. */
export function snapshotToWire(snapshot: ScreenSnapshot, options: { readonly cells: boolean }): WireSnapshot {
  const { rows, cols, pixelWidth, pixelHeight } = snapshot.size;
  const { row, col, visible } = snapshot.cursor;
  return {
    size: { rows, cols, pixel_width: pixelWidth, pixel_height: pixelHeight },
    cursor: { row, col, visible },
    sequence: snapshot.sequence,
    plain_text: snapshot.plainText,
    cells: options.cells ? snapshot.cells.map(cellToWire) : [],
    alternate_screen: snapshot.alternateScreen,
    application_cursor: snapshot.applicationCursor,
    application_keypad: snapshot.applicationKeypad,
    bracketed_paste: snapshot.bracketedPaste,
    mouse_tracking: snapshot.mouseTracking,
    mouse_encoding: snapshot.mouseEncoding,
    title: snapshot.title,
  };
}

/** A cell's style has the same names on both sides. */
const cellToWire = ({ row, col, text, wide, wideContinuation, style }: ScreenCell): WireSnapshot["cells"][number] => ({
  row,
  col,
  text,
  wide,
  wide_continuation: wideContinuation,
  style,
});
