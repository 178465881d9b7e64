/**
 * screen: bytes in, a terminal's picture out: cells, cursor, modes, title, and the answers a terminal owes a program.
 * Pure and synchronous. Should avoid: processes, input timing, anything that waits.
 */
export type { ScreenCell } from "./screen-cells.js";
export type { CursorState, ScreenSnapshot } from "./snapshot.js";
export type { CellStyle, Color } from "./style.js";
export type { CellVisitor } from "./visit-cells.js";
export type { MouseEncoding, MouseTracking } from "./modes.js";
export { findText, redactSnapshotText, redactSnapshot, visitSnapshotCells } from "./snapshot.js";
export { Terminal } from "./terminal.js";
