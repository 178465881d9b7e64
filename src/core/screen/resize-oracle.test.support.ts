import { CONTINUATION, WIDE } from "./cell.js";
import type { Grid } from "./grid.js";
import { Row } from "./row.js";
import type { ScreenState } from "./screen-state.js";
import { STYLE_WORDS } from "./style.js";

interface Position {
  x: number;
  y: number;
}

/** What `resizeScreen` does, written plainly: every row is made, whatever becomes of it. */
export function plainlyResizeScreen(state: ScreenState, rowCount: number, cols: number): void {
  const { rowCount: oldRowCount, cols: oldCols } = state;
  if (rowCount === oldRowCount && cols === oldCols) return;
  const cursor = { x: state.x, y: state.y };
  const wasPending = state.pendingWrap;
  state.rowCount = rowCount;
  state.cols = cols;
  if (state.alternate !== undefined) {
    for (const row of state.alternate.rows) row.truncate(cols);
    fit(state.alternate, rowCount, state.isAlternate ? cursor : { x: 0, y: 0 });
  }
  // Behind the alternate screen it is the saved cursor that will be wanted on its character again.
  const normalCursor = state.isAlternate ? state.savedCursor : cursor;
  normalCursor.y = Math.min(normalCursor.y, oldRowCount - 1);
  if (cols !== oldCols) {
    const isPending = state.isAlternate ? state.savedCursor.pendingWrap : wasPending;
    state.normal.rows = rewrap(state.normal.rows, cols, normalCursor, isPending);
    state.releaseSavedWraps(normalCursor);
    if (state.isAlternate) {
      state.savedCursor.pendingWrap = state.savedCursor.x === cols;
      state.savedCursor.x = Math.min(state.savedCursor.x, cols - 1);
    }
  }
  fit(state.normal, rowCount, normalCursor);
  state.top = 0;
  state.bottom = rowCount - 1;
  if (cols > oldCols) state.extendTabStops(oldCols);
  state.moveTo(cursor.x, cursor.y);
  // Behind text that now ends at the margin a wrap is due, or the next character would overwrite the last one.
  const isRewrapped = cols !== oldCols && !state.isAlternate;
  state.pendingWrap = isRewrapped ? cursor.x === cols && state.modes.autowrap : cols === oldCols && wasPending;
}

/** Makes it `rowCount` rows: blank rows below the cursor go first, then rows at the top; new rows come at the bottom. */
function fit(grid: Grid, rowCount: number, cursor: { y: number }): void {
  const { rows } = grid;
  while (rows.length > rowCount && rows.length - 1 > cursor.y && isEmpty(rows[rows.length - 1])) rows.pop();
  const gone = Math.max(0, rows.length - rowCount);
  grid.dropTop(gone);
  cursor.y = Math.max(0, cursor.y - gone);
  while (rows.length < rowCount) rows.push(new Row());
}

function isEmpty(row: Row): boolean {
  for (let col = 0; col < row.length; col++) if (row.chars[col] !== 0) return false;
  return true;
}

/** Joins soft-wrapped rows to lines and cuts them at the new width, all but the line with the cursor. */
function rewrap(rows: readonly Row[], cols: number, cursor: Position, pendingWrap: boolean): Row[] {
  const result: Row[] = [];
  let line: Row[] = [];
  let newCursor: Position | undefined;
  const isWithCursor = (y: number): boolean =>
    y < cursor.y && rows.slice(y, cursor.y).every(({ wasWrapped }) => wasWrapped);
  for (let y = 0; y < rows.length; y++) {
    line.push(rows[y]);
    if ((rows[y].wrapped || isWithCursor(y)) && y < rows.length - 1) continue;
    const firstRow = y - line.length + 1;
    if (cursor.y >= firstRow && cursor.y <= y) {
      const x = cursor.x + (pendingWrap ? 1 : 0);
      for (const row of line) row.truncate(cols);
      const { chars, length } = rows[cursor.y];
      const isFull = length >= cols && chars[cols - 1] !== 0;
      newCursor = { x: x >= cols ? (isFull ? cols : cols - 1) : x, y: result.length + cursor.y - firstRow };
      result.push(...line);
    } else if (line.length === 1 && rows[y].length <= cols) {
      result.push(rows[y]);
    } else {
      result.push(...wrapLine(line, cols));
    }
    line = [];
  }
  cursor.x = newCursor?.x ?? cursor.x;
  cursor.y = Math.min(newCursor?.y ?? cursor.y, result.length - 1);
  return result;
}

function wrapLine(line: readonly Row[], cols: number): Row[] {
  const result = [new Row()];
  let row = result[0];
  row.blankBackground = line[0].blankBackground;
  const hasProtected = line.some((source) => source.hasProtected);
  for (const source of line) {
    for (let col = 0; col < source.length; col++) {
      const char = source.chars[col];
      const isWide = (char & WIDE) !== 0;
      const isSecondHalf = (char & CONTINUATION) !== 0;
      // A wide character has no place in a screen of one column.
      const isLeftOut = cols === 1 && (isWide || isSecondHalf);
      if (!isLeftOut && !isSecondHalf && row.length + (isWide ? 2 : 1) > cols) {
        row.wrap();
        row = new Row();
        result.push(row);
      }
      if (isLeftOut) continue;
      row.reserve(row.length + 1, cols);
      row.chars[row.length - 1] = char;
      row.paint(row.length - 1, row.length, ...styleAt(source, col));
      if (isWide) row.hasWide = true;
    }
  }
  row.blankBackground = line[line.length - 1].blankBackground;
  for (const made of result) made.hasProtected = hasProtected;
  return result;
}

/** Foreground, background and attributes of a stored cell. */
export function styleAt({ isStyled, styles }: Row, col: number): [number, number, number] {
  const at = col * STYLE_WORDS;
  return isStyled ? [styles[at], styles[at + 1], styles[at + 2]] : [0, 0, 0];
}
