import type { WireSnapshot } from "../protocol/index.js";
import type { RedactionPolicy } from "../text/redaction/index.js";
import type { CellStyle, ScreenSnapshot } from "../core/screen/index.js";
import { redactSnapshot, visitSnapshotCells } from "../core/screen/index.js";
import { EncodedResult, LargeText } from "../jsonrpc/index.js";

/** A snapshot as it is sent, without its cells. */
export const snapshotToWire = (snapshot: ScreenSnapshot): WireSnapshot => ({ ...factsToWire(snapshot), cells: [] });

/** What a read of the screen is answered with. */
export function snapshotAnswer(
  snapshot: ScreenSnapshot,
  policy: RedactionPolicy,
  cells: boolean,
): WireSnapshot | EncodedResult<WireSnapshot> {
  const redacted = redactSnapshot(snapshot, policy);
  return cells ? new EncodedResult(snapshotJson(redacted)) : snapshotToWire(redacted);
}

/** Of a screen that may not be read. */
export const hiddenSnapshot = (snapshot: ScreenSnapshot): WireSnapshot => ({
  ...snapshotToWire(snapshot),
  plain_text: "",
  title: "",
  cursor: { row: 0, col: 0, visible: snapshot.cursor.visible },
});

function factsToWire(snapshot: ScreenSnapshot): Omit<WireSnapshot, "cells"> {
  const { rows, cols, pixelWidth, pixelHeight } = snapshot.size;
  const { row, col, visible } = snapshot.cursor;
  return {
    size: { rows, cols, pixel_width: pixelWidth, pixel_height: pixelHeight },
    cursor: { row, col, visible },
    sequence: snapshot.sequence,
    plain_text: snapshot.plainText,
    alternate_screen: snapshot.alternateScreen,
    application_cursor: snapshot.applicationCursor,
    application_keypad: snapshot.applicationKeypad,
    bracketed_paste: snapshot.bracketedPaste,
    mouse_tracking: snapshot.mouseTracking,
    mouse_encoding: snapshot.mouseEncoding,
    title: snapshot.title,
  };
}

/** The same with its cells, as JSON. They come by the million, 250 bytes each: made one row at a time, from parts that are made once. */
export function snapshotJson(snapshot: ScreenSnapshot): LargeText {
  return new LargeText(function* () {
    yield `${JSON.stringify(factsToWire(snapshot)).slice(0, -1)},"cells":[`;
    yield* cellRows(snapshot);
    yield "]}";
  });
}

function* cellRows(snapshot: ScreenSnapshot): Generator<string> {
  const styles = new Map<CellStyle, string>();
  const styleJson = (style: CellStyle): string => {
    let json = styles.get(style);
    // A cell's style has the same names on both sides.
    if (json === undefined) styles.set(style, (json = `,"style":${JSON.stringify(style)}}`));
    return json;
  };
  let json = "";
  let separator = "";
  const rows = visitSnapshotCells(snapshot, (row, col, text, wide, wideContinuation, style) => {
    json += `${separator}{"row":${row},"col":${col},"text":${textJson(text)}${widthJson(wide, wideContinuation)}${styleJson(style)}`;
    separator = ",";
  });
  while (rows.next().done !== true) {
    yield json;
    json = "";
  }
}

const ASCII = Array.from({ length: 128 }, (_, code) => JSON.stringify(String.fromCharCode(code)));

const textJson = (text: string): string =>
  (text.length === 1 ? ASCII[text.charCodeAt(0)] : undefined) ?? JSON.stringify(text);

function widthJson(wide: boolean, wideContinuation: boolean): string {
  if (wide) return ',"wide":true,"wide_continuation":false';
  return wideContinuation ? ',"wide":false,"wide_continuation":true' : ',"wide":false,"wide_continuation":false';
}
