import type { ActionSize } from "../action/index.js";
import { checkOptionNames } from "../../base/index.js";
import type { TerminalSize } from "../target/index.js";
import { terminalSize } from "../target/index.js";

/** The size after a change; fields that are left out or undefined keep their value. */
export function resized(size: TerminalSize, change: Partial<ActionSize>): TerminalSize {
  checkOptionNames("size", change, ["rows", "cols", "pixelWidth", "pixelHeight"]);
  return terminalSize({
    rows: change.rows ?? size.rows,
    cols: change.cols ?? size.cols,
    pixelWidth: change.pixelWidth ?? size.pixelWidth,
    pixelHeight: change.pixelHeight ?? size.pixelHeight,
  });
}
