import { rowText } from "./row-text.js";
import type { ScreenState } from "./screen-state.js";

/**
 * What is printed last before the cursor, or in the rows above the one it is in, whatever rows it was wrapped over: blanks and line ends are
 * left out, since a line editor puts them where it wraps a line.
 */
export function lastInk(
  { grid, clusters, x, y, pendingWrap }: ScreenState,
  chars: number,
  from: "cursor" | "row_above",
): string {
  const { rows } = grid;
  let ink = "";
  if (from === "cursor")
    ink = inkOf(rowText(rows[y], Math.min(rows[y].length, pendingWrap ? x + 1 : x), clusters.values));
  for (let row = y - 1; row >= 0 && ink.length < chars; row--)
    ink = inkOf(rowText(rows[row], rows[row].length, clusters.values)) + ink;
  return ink.slice(Math.max(0, ink.length - chars));
}

/** What is printed before the cursor in its row. */
export const inkBeforeCursor = (state: ScreenState): string => inkOf(beforeCursor(state));

/** What is printed from the cursor on in its row. */
export function inkBehindCursor(state: ScreenState): string {
  const row = state.grid.rows[state.y];
  return inkOf(rowText(row, row.length, state.clusters.values).slice(beforeCursor(state).length));
}

function beforeCursor({ grid, clusters, x, y, pendingWrap }: ScreenState): string {
  const row = grid.rows[y];
  return rowText(row, Math.min(row.length, pendingWrap ? x + 1 : x), clusters.values);
}

/** A text without blanks. */
export const inkOf = (text: string): string => text.replace(/\s+/gu, "");
