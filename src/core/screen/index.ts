/**
 * screen: bytes in, a terminal's picture out: cells, cursor, modes, title, and the answers a terminal owes a program.
 * Pure and synchronous. Should avoid: processes, input timing, anything that waits.
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
