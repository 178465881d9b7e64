import { MAX_HEAD_ROWS, type Grid } from "./grid.js";
import { isEmpty, rewrap } from "./rewrap.js";
import { Row } from "./row.js";
import type { ScreenState } from "./screen-state.js";

/**
 * Changes the size. On the normal screen soft-wrapped lines are wrapped anew at the new width; on the alternate one
 * rows are cut or padded, because the program there repaints by itself. Rows that find no place leave at the top.
 */
export function resizeScreen(state: ScreenState, rowCount: number, cols: number): void {
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
    const { history, rows } = state.normal;
    // The line with the cursor is not wrapped anew.
    if (history !== undefined && !rows.slice(0, normalCursor.y).every(({ wasWrapped }) => wasWrapped)) {
      const back = history.takeBack();
      state.normal.takeBack(back);
      normalCursor.y += back.length;
    }
    history?.useWidth(cols);
    // As many rows above as a head holds: where there were more, nothing is left of the head of before.
    const spare = Math.max(MAX_HEAD_ROWS, history?.limit ?? 0);
    const rewrapped = state.normal.keepPlaces(normalCursor.y);
    state.normal.rows = rewrap(state.normal.rows, cols, rowCount, spare, normalCursor, isPending);
    rewrapped(normalCursor.y);
    state.releaseSavedWraps(normalCursor);
    if (normalCursor === state.savedCursor) {
      state.savedCursor.pendingWrap = normalCursor.x === cols;
      normalCursor.x = Math.min(normalCursor.x, cols - 1);
    }
  }
  fit(state.normal, rowCount, normalCursor);
  state.resetMargins();
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
