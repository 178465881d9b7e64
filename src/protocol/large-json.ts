import type { LibraryResult } from "./methods.js";
import { methods } from "./methods.js";
import { encode } from "./schema/translate.js";
import { cellStyle, screenSnapshot } from "./terminal-types.js";
import type { CellStyle, ScreenSnapshot } from "./terminal-types.js";

/** The JSON of a snapshot up to its first cell; `]}` ends it. */
export function snapshotHead(snapshot: ScreenSnapshot): string {
  // A spread leaves out the cells of a snapshot that makes them when they are asked for.
  const facts = { ...encode(screenSnapshot, { ...snapshot, cells: [] }), cells: undefined };
  return `${JSON.stringify(facts).slice(0, -1)},"cells":[`;
}

type WaitResult = LibraryResult<"session.wait">;

/** The JSON of a wait's result around its tail and its snapshot, which are large and made elsewhere; `}` ends it. */
export function waitJson(rest: Omit<WaitResult, "transcriptTail" | "snapshot">): { before: string; between: string } {
  const encoded = encode(methods["session.wait"].result, rest as WaitResult);
  return { before: `${JSON.stringify(encoded).slice(0, -1)},"transcript_tail":`, between: ',"snapshot":' };
}

/** Writes one cell as JSON. */
export type CellWriter = (
  row: number,
  col: number,
  text: string,
  wide: boolean,
  wideContinuation: boolean,
  style: CellStyle,
) => string;

/**
 * Cells come by the million, some 250 bytes each: written as they are walked over, without an object for each, from parts that are made
 * once. A test holds it to what the schema says of a cell.
 */
export function cellJson(): CellWriter {
  const styles = new Map<CellStyle, string>();
  const styleJson = (style: CellStyle): string => {
    let json = styles.get(style);
    if (json === undefined) styles.set(style, (json = `,"style":${JSON.stringify(encode(cellStyle, style))}}`));
    return json;
  };
  return (row, col, text, wide, wideContinuation, style) =>
    `{"row":${row},"col":${col},"text":${textJson(text)}${widthJson(wide, wideContinuation)}${styleJson(style)}`;
}

const ASCII = Array.from({ length: 128 }, (_, code) => JSON.stringify(String.fromCharCode(code)));

const textJson = (text: string): string =>
  (text.length === 1 ? ASCII[text.charCodeAt(0)] : undefined) ?? JSON.stringify(text);

function widthJson(wide: boolean, wideContinuation: boolean): string {
  if (wide) return ',"wide":true,"wide_continuation":false';
  return wideContinuation ? ',"wide":false,"wide_continuation":true' : ',"wide":false,"wide_continuation":false';
}
