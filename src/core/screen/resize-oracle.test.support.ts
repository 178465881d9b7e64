import { CONTINUATION, WIDE } from "./cell.js";
import type { Grid } from "./grid.js";
import { Row } from "./row.js";
import type { ScreenState } from "./screen-state.js";

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
  if (cols !== oldCols)
    state.normal.rows = rewrap(state.normal.rows, cols, normalCursor, wasPending && !state.isAlternate);
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

/** Joins soft-wrapped rows to lines and cuts them at the new width; the cursor stays on its character. */
function rewrap(rows: readonly Row[], cols: number, cursor: Position, pendingWrap: boolean): Row[] {
  const result: Row[] = [];
  let line: Row[] = [];
  let newCursor: Position | undefined;
  for (let y = 0; y < rows.length; y++) {
    line.push(rows[y]);
    if (rows[y].wrapped && y < rows.length - 1) continue;
    const firstRow = y - line.length + 1;
    const holdsCursor = cursor.y >= firstRow && cursor.y <= y;
    if (line.length === 1 && rows[y].length <= cols && !holdsCursor) {
      result.push(rows[y]);
    } else {
      const offset = holdsCursor ? cellsBefore(line, cursor.y - firstRow) + cursor.x + (pendingWrap ? 1 : 0) : -1;
      const wrapped = wrapLine(line, cols, offset);
      if (wrapped.cursor !== undefined) newCursor = { x: wrapped.cursor.x, y: result.length + wrapped.cursor.y };
      result.push(...wrapped.rows);
    }
    line = [];
  }
  cursor.x = newCursor?.x ?? cursor.x;
  cursor.y = Math.min(newCursor?.y ?? cursor.y, result.length - 1);
  return result;
}

function cellsBefore(line: readonly Row[], count: number): number {
  let cells = 0;
  for (let i = 0; i < count; i++) cells += line[i].length;
  return cells;
}

/** The cursor's `x` is `cols` if it stands right behind text that fills its row. */
function wrapLine(
  line: readonly Row[],
  cols: number,
  cursorOffset: number,
): { rows: Row[]; cursor: Position | undefined } {
  const result = [new Row()];
  let row = result[0];
  row.blankStyle = line[0].blankStyle;
  const hasProtected = line.some((source) => source.hasProtected);
  let cursor: Position | undefined;
  let offset = 0;
  for (const source of line) {
    for (let col = 0; col < source.length; col++, offset++) {
      const char = source.chars[col];
      const isWide = (char & WIDE) !== 0;
      const isSecondHalf = (char & CONTINUATION) !== 0;
      // A wide character has no place in a screen of one column.
      const isLeftOut = cols === 1 && (isWide || isSecondHalf);
      if (!isLeftOut && !isSecondHalf && row.length + (isWide ? 2 : 1) > cols) {
        row.wrapped = true;
        row = new Row();
        result.push(row);
      }
      if (offset === cursorOffset) cursor = { x: Math.min(row.length, cols - 1), y: result.length - 1 };
      if (isLeftOut) continue;
      row.reserve(row.length + 1, cols);
      row.chars[row.length - 1] = char;
      row.styles[row.length - 1] = source.styles[col];
      if (isWide) row.hasWide = true;
    }
  }
  if (cursorOffset >= offset) {
    const beyond = row.length + cursorOffset - offset;
    const isBehindFullRow = beyond === cols && row.length === cols;
    cursor = { x: isBehindFullRow ? cols : Math.min(beyond, cols - 1), y: result.length - 1 };
  }
  row.blankStyle = line[line.length - 1].blankStyle;
  for (const made of result) made.hasProtected = hasProtected;
  return { rows: result, cursor };
}
