import { CONTINUATION, WIDE } from "./cell.js";
import { Row } from "./row.js";

interface Position {
  x: number;
  y: number;
}

/** A line before it is cut anew. */
interface Line {
  readonly sources: readonly Row[];
  /** Where each new row begins, in cells from the line's start; undefined where the rows stay as they are. */
  readonly starts: Uint32Array | undefined;
  readonly rowCount: number;
  /** New rows up to the last one that shows something. */
  readonly shownCount: number;
}

/**
 * Joins soft-wrapped rows to lines and cuts them at the new width. The line with the cursor stays as it is, cut at the margin, as in xterm:
 * the shell that edits it counts on its rows, and paints it again. A million cells in one column would be a million rows, so only those are
 * made that a screen of `rowCount` rows can show, and at most `spare` above. The cursor's `y` is negative if its row is one of those left
 * out, its `x` is `cols` if it stands right behind text that fills its row.
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
  // A shell erases the rest of a line as it goes on in the next row; for the shell both are one.
  let top = cursor.y;
  while (top > 0 && rows[top - 1].wasWrapped) top--;
  for (let first = 0, y = 0; y < rows.length; y++) {
    if ((rows[y].wrapped || (y >= top && y < cursor.y)) && y < rows.length - 1) continue;
    const sources = rows.slice(first, y + 1);
    if (cursor.y >= first && cursor.y <= y) {
      const x = cursor.x + (pendingWrap ? 1 : 0);
      for (const row of sources) row.truncate(cols);
      const isBehindFullRow = x >= cols && rows[cursor.y].shows(cols - 1);
      newCursor = { x: isBehindFullRow ? cols : Math.min(x, cols - 1), y: total + cursor.y - first };
      lines.push({ sources, starts: undefined, rowCount: sources.length, shownCount: shownRows(sources) });
      total += sources.length;
    } else if (first === y && rows[y].length <= cols) {
      lines.push({ sources, starts: undefined, rowCount: 1, shownCount: shownRows(sources) });
      total++;
    } else {
      const line = measure(sources, cols);
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

/** The rows of one line, cut at the new width. */
export function wrappedAnew(sources: readonly Row[], cols: number): Row[] {
  if (sources.length === 1 && sources[0].length <= cols) return [sources[0]];
  const line = measure(sources, cols);
  return madeRows([line], cols, 0, line.rowCount);
}

/** Whether the row shows nothing; it may have a background. */
export function isEmpty(row: Row): boolean {
  for (let col = 0; col < row.length; col++) if (row.chars[col] !== 0) return false;
  return true;
}

/** How many there are up to the last one that shows something. */
function shownRows(rows: readonly Row[]): number {
  let count = rows.length;
  while (count > 0 && isEmpty(rows[count - 1])) count--;
  return count;
}

const cellsIn = (rows: readonly Row[]): number => rows.reduce((cells, { length }) => cells + length, 0);

function blankAtEnd(lines: readonly Line[]): number {
  let blank = 0;
  for (let at = lines.length - 1; at >= 0; at--) {
    blank += lines[at].rowCount - lines[at].shownCount;
    if (lines[at].shownCount > 0) break;
  }
  return blank;
}

/** Finds where rows begin. */
function measure(sources: readonly Row[], cols: number): Line {
  const starts = new Uint32Array(cellsIn(sources) + 1);
  let rowCount = 1;
  let shownCount = 0;
  let width = 0;
  let offset = 0;
  for (const { chars, length } of sources) {
    for (let col = 0; col < length; col++, offset++) {
      const char = chars[col];
      if (cols === 1 && hasNoPlaceInOneColumn(char)) continue;
      if ((char & CONTINUATION) === 0 && width + ((char & WIDE) !== 0 ? 2 : 1) > cols) {
        starts[rowCount++] = offset;
        width = 0;
      }
      width++;
      if (char !== 0) shownCount = rowCount;
    }
  }
  starts[rowCount] = offset;
  return { sources, starts, rowCount, shownCount };
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
    if (line.starts === undefined) for (const row of line.sources.slice(from, to)) made.push(row);
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
    if (index < rowCount - 1) row.wrap();
    if (index === 0) row.blankBackground = sources[0].blankBackground;
    if (index === rowCount - 1) row.blankBackground = sources[sources.length - 1].blankBackground;
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
  row.append(source, start, end, cols);
  for (let col = start; source.hasWide && !row.hasWide && col < end; col++)
    row.hasWide = (source.chars[col] & WIDE) !== 0;
}
