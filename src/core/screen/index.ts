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
  ScreenChanges,
  ScreenSnapshot,
  StyledRun,
  TerminalView,
} from "../../protocol/index.js";
export type { CellVisitor } from "./visit-cells.js";
export {
  changesSince,
  redactSnapshotText,
  redactSnapshot,
  secretsOnScreen,
  shownScreen,
  snapshotLinks,
  snapshotRuns,
  terminalView,
  visitSnapshotCells,
} from "./snapshot.js";
export type {
  CoverablePage,
  Scrollback,
  ScrollbackPage,
  ScrollbackPart,
  ScrollbackRange,
  ScrollbackReached,
} from "./scrollback.js";
export type { ShellMark } from "./shell-marks.js";
export { ShellMarks } from "./shell-marks.js";
export type { ShownScreen, ShownText } from "./shown-screen.js";
export { Terminal } from "./terminal.js";
export type { TextPart, WrittenPlace } from "./written-rows.js";
export { inkOf } from "./last-ink.js";
