import { CONTINUATION, WIDE } from "./cell.js";
import { Row } from "./row.js";

interface Position {
  x: number;
  y: number;
}

/** A line before it is cut anew. */
interface Line {
  readonly sources: readonly Row[];
  /** Where each new row begins, in cells from the line's start; undefined where the only row stays as it is. */
  readonly starts: Uint32Array | undefined;
  readonly rowCount: number;
  /** New rows up to the last one that shows something. */
  readonly shownCount: number;
}

/**
 * Joins soft-wrapped rows to lines and cuts them at the new width; the cursor stays on its character. A million cells in one
 * column would be a million rows, so only those are made that a screen of `rowCount` rows can show, and at most `spare` above.
 * The cursor's `y` is negative if its row is one of those left out.
 */
export function rewrap(
  rows: readonly Row[],
  cols: number,
  rowCount: number,
  spare: number,
  cursor: Position,
  pendingWrap: boolean,
): Row[] {
  const lines: Line[] = [];
  let total = 0;
  let newCursor: Position | undefined;
  for (let first = 0, y = 0; y < rows.length; y++) {
    if (rows[y].wrapped && y < rows.length - 1) continue;
    const sources = rows.slice(first, y + 1);
    const holdsCursor = cursor.y >= first && cursor.y <= y;
    if (first === y && rows[y].length <= cols && !holdsCursor) {
      lines.push({ sources, starts: undefined, rowCount: 1, shownCount: isEmpty(rows[y]) ? 0 : 1 });
      total++;
    } else {
      const offset = holdsCursor ? cellsIn(sources, cursor.y - first) + cursor.x + (pendingWrap ? 1 : 0) : -1;
      const { line, cursor: found } = measure(sources, cols, offset);
      if (found !== undefined) newCursor = { x: found.x, y: total + found.y };
      lines.push(line);
      total += line.rowCount;
    }
    first = y + 1;
  }
  cursor.x = newCursor?.x ?? cursor.x;
  cursor.y = Math.min(newCursor?.y ?? cursor.y, total - 1);
  const end = total - Math.min(blankAtEnd(lines), Math.max(0, total - rowCount), total - 1 - cursor.y);
  const start = Math.max(0, end - rowCount - spare);
  cursor.y -= start;
  return madeRows(lines, cols, start, end);
}

/** Whether the row shows nothing; it may have a background. */
export function isEmpty(row: Row): boolean {
  for (let col = 0; col < row.length; col++) if (row.chars[col] !== 0) return false;
  return true;
}

function cellsIn(sources: readonly Row[], count: number): number {
  let cells = 0;
  for (let i = 0; i < count; i++) cells += sources[i].length;
  return cells;
}

function blankAtEnd(lines: readonly Line[]): number {
  let blank = 0;
  for (let at = lines.length - 1; at >= 0; at--) {
    blank += lines[at].rowCount - lines[at].shownCount;
    if (lines[at].shownCount > 0) break;
  }
  return blank;
}

/** Finds where rows begin, and the cursor: its `x` is `cols` if it stands right behind text that fills its row. */
function measure(
  sources: readonly Row[],
  cols: number,
  cursorOffset: number,
): { line: Line; cursor: Position | undefined } {
  const starts = new Uint32Array(cellsIn(sources, sources.length) + 1);
  let rowCount = 1;
  let shownCount = 0;
  let width = 0;
  let offset = 0;
  let cursor: Position | undefined;
  for (const { chars, length } of sources) {
    for (let col = 0; col < length; col++, offset++) {
      const char = chars[col];
      const isLeftOut = cols === 1 && hasNoPlaceInOneColumn(char);
      if (!isLeftOut && (char & CONTINUATION) === 0 && width + ((char & WIDE) !== 0 ? 2 : 1) > cols) {
        starts[rowCount++] = offset;
        width = 0;
      }
      if (offset === cursorOffset) cursor = { x: Math.min(width, cols - 1), y: rowCount - 1 };
      if (isLeftOut) continue;
      width++;
      if (char !== 0) shownCount = rowCount;
    }
  }
  starts[rowCount] = offset;
  if (cursorOffset >= offset) {
    const beyond = width + cursorOffset - offset;
    const isBehindFullRow = beyond === cols && width === cols;
    cursor = { x: isBehindFullRow ? cols : Math.min(beyond, cols - 1), y: rowCount - 1 };
  }
  return { line: { sources, starts, rowCount, shownCount }, cursor };
}

function hasNoPlaceInOneColumn(char: number): boolean {
  return (char & (WIDE | CONTINUATION)) !== 0;
}

/** Rows [start, end) of all that the lines would be cut into. */
function madeRows(lines: readonly Line[], cols: number, start: number, end: number): Row[] {
  const made: Row[] = [];
  let first = 0;
  for (const line of lines) {
    const from = Math.max(0, start - first);
    const to = Math.min(line.rowCount, end - first);
    first += line.rowCount;
    if (from >= to) continue;
    if (line.starts === undefined) made.push(line.sources[0]);
    else for (const row of cutLine(line, line.starts, cols, from, to)) made.push(row);
  }
  return made;
}

function cutLine({ sources, rowCount }: Line, starts: Uint32Array, cols: number, from: number, to: number): Row[] {
  const hasProtected = sources.some((source) => source.hasProtected);
  const made: Row[] = [];
  let at = 0;
  let sourceStart = 0;
  for (let index = from; index < to; index++) {
    const row = new Row();
    const end = starts[index + 1];
    for (let offset = starts[index]; offset < end;) {
      while (offset >= sourceStart + sources[at].length) sourceStart += sources[at++].length;
      const sourceEnd = Math.min(end - sourceStart, sources[at].length);
      append(row, sources[at], offset - sourceStart, sourceEnd, cols);
      offset = sourceStart + sourceEnd;
    }
    row.hasProtected = hasProtected;
    row.wrapped = index < rowCount - 1;
    if (index === 0) row.blankStyle = sources[0].blankStyle;
    if (index === rowCount - 1) row.blankStyle = sources[sources.length - 1].blankStyle;
    made.push(row);
  }
  return made;
}

function append(row: Row, source: Row, start: number, end: number, cols: number): void {
  if (cols === 1 && source.hasWide) {
    for (let col = start; col < end; col++)
      if (!hasNoPlaceInOneColumn(source.chars[col])) copyCells(row, source, col, col + 1, cols);
  } else copyCells(row, source, start, end, cols);
}

function copyCells(row: Row, source: Row, start: number, end: number, cols: number): void {
  const at = row.length;
  row.prepare(at, at + end - start, cols);
  row.chars.set(source.chars.subarray(start, end), at);
  row.styles.set(source.styles.subarray(start, end), at);
  for (let col = start; source.hasWide && !row.hasWide && col < end; col++)
    row.hasWide = (source.chars[col] & WIDE) !== 0;
}
