/**
 * screen: what does a terminal show after these bytes? Cells, cursor, modes, title, and the replies that a terminal owes a program.
 * Pure and synchronous.
 * Must not know: processes, timing, anything that waits.
 */
export type {
  CellStyle,
  Color,
  CursorState,
  MouseEncoding,
  MouseTracking,
  ScreenCell,
  ScreenSnapshot,
} from "../../protocol/index.js";
export type { CellVisitor } from "./visit-cells.js";
export { redactSnapshotText, redactSnapshot, visitSnapshotCells } from "./snapshot.js";
export { Terminal } from "./terminal.js";
