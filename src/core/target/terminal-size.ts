import {
  DEFAULT_COLS,
  DEFAULT_ROWS,
  InvalidArgumentError,
  MAX_TERMINAL_SIDE,
  checkOptionNames,
  shown,
} from "../../base/index.js";
import type { TerminalSize } from "../../protocol/index.js";

export type { TerminalSize };

/** The kernel keeps pixel sizes in 16 bits. */
const MAX_PIXELS = 65_535;

function requireInteger(field: string, value: unknown, min: number, max: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max)
    throw new InvalidArgumentError(field, `${field} must be an integer from ${min} to ${max}, got ${shown(value)}`);
  return value;
}

/**
 * A validated size; what is left out gets its default (24x80, no pixel size).
 *
 * @example
 * ```ts
 * terminalSize({ rows: 40 }); // { rows: 40, cols: 80, pixelWidth: 0, pixelHeight: 0 }
 * ```
 */
export function terminalSize(size: Partial<TerminalSize> = {}): TerminalSize {
  checkOptionNames("size", size, ["rows", "cols", "pixelWidth", "pixelHeight"]);
  return {
    rows: requireInteger("rows", size.rows ?? DEFAULT_ROWS, 1, MAX_TERMINAL_SIDE),
    cols: requireInteger("cols", size.cols ?? DEFAULT_COLS, 1, MAX_TERMINAL_SIDE),
    pixelWidth: requireInteger("pixelWidth", size.pixelWidth ?? 0, 0, MAX_PIXELS),
    pixelHeight: requireInteger("pixelHeight", size.pixelHeight ?? 0, 0, MAX_PIXELS),
  };
}
