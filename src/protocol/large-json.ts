import type { LibraryResult } from "./methods.js";
import { methods } from "./methods.js";
import { encode } from "./schema/translate.js";
import { cellStyle, runStyle, screenChanges, screenSnapshot } from "./terminal-types.js";
import type { CellStyle, ScreenChanges, ScreenSnapshot, StyledRun } from "./terminal-types.js";

/** The JSON of a snapshot up to the first of its cells or runs; `]}` ends it. */
export function snapshotHead(snapshot: ScreenSnapshot, large: "cells" | "runs"): string {
  // A spread leaves out what a snapshot makes when it is asked for.
  const facts = { ...encode(screenSnapshot, { ...snapshot, cells: [], runs: [] }), [large]: undefined };
  return `${JSON.stringify(facts).slice(0, -1)},"${large}":[`;
}

/** The JSON of changes up to the first row; `]}` ends it. */
export function changesHead(changes: ScreenChanges): string {
  const facts = { ...encode(screenChanges, changes), changed_rows: undefined };
  return `${JSON.stringify(facts).slice(0, -1)},"changed_rows":[`;
}

type ChangedRow = ScreenChanges["changedRows"][number];

export const changedRowJson = ({ row, text }: ChangedRow, runs: string): string =>
  `{"row":${row},"text":${JSON.stringify(text)},"runs":${runs}}`;

/** Writes the runs of rows as JSON; each style is encoded once. */
export function runsJson(): (runs: readonly StyledRun[]) => string {
  const styles = new Map<StyledRun[1], string>();
  const styleJson = (style: StyledRun[1]): string => {
    let json = styles.get(style);
    if (json === undefined) styles.set(style, (json = JSON.stringify(encode(runStyle, style))));
    return json;
  };
  return (runs) => `[${runs.map(([text, style]) => `[${JSON.stringify(text)},${styleJson(style)}]`).join(",")}]`;
}

type WaitResult = LibraryResult<"session.wait">;
type WaitFacts = Omit<WaitResult, "transcriptTail" | "snapshot">;

/** The JSON of a wait's result whose large parts, made elsewhere, come behind it: what names each, and what ends it. */
export function waitJson(rest: WaitFacts): { before: string; tail: string; snapshot: string; end: string } {
  const encoded = encode(methods["session.wait"].result, rest);
  const before = JSON.stringify(encoded).slice(0, -1);
  return { before, tail: ',"transcript_tail":', snapshot: ',"snapshot":', end: "}" };
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
