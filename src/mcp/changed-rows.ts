/** A screen, of which only the text matters. */
export interface ScreenRows {
  readonly lines: readonly string[];
  readonly cols: number;
  /** Which of the two screens of a terminal. */
  readonly isAlternate: boolean;
}

/** What to tell of a screen to somebody who knows an earlier one. */
export interface ToldRows {
  /** All rows, without their numbers. */
  readonly isWhole: boolean;
  readonly text: string;
}

/** A row's number and the sign behind it. */
const ROW_CHARS = 4;
/** The line that tells how far the rows moved. */
const MOVED_CHARS = 24;

/** The rows that are others than before, or all of them where that is shorter. Rows that moved up with all others are not told again. */
export function changedRows(now: ScreenRows, before: ScreenRows | undefined): ToldRows {
  const whole = { isWhole: true, text: wholeText(now.lines) };
  if (before === undefined || !isComparable(now, before)) return whole;
  const moved = bestMove(now.lines, before.lines);
  const rows = now.lines.flatMap((line, row) => (line === before.lines[row + moved] ? [] : [{ row, line }]));
  const text = [...(moved > 0 ? [`(rows moved up by ${moved})`] : []), ...numbered(rows)].join("\n");
  return text.length < whole.text.length || whole.text === "" ? { isWhole: false, text } : whole;
}

/** Without the empty rows at the end. */
export const wholeText = (lines: readonly string[]): string =>
  lines.slice(0, lines.findLastIndex((line) => line !== "") + 1).join("\n");

/** `ROW|TEXT` each; empty rows in a row as one, `FIRST-LAST|`. */
export function numbered(rows: readonly { readonly row: number; readonly line: string }[]): string[] {
  const told: string[] = [];
  for (let at = 0; at < rows.length; at++) {
    const { row, line } = rows[at];
    let last = at;
    while (line === "" && rows[last + 1]?.line === "" && rows[last + 1].row === rows[last].row + 1) last++;
    told.push(last > at ? `${row}-${rows[last].row}|` : `${row}|${line}`);
    at = last;
  }
  return told;
}

const isComparable = (now: ScreenRows, before: ScreenRows): boolean =>
  now.lines.length === before.lines.length && now.cols === before.cols && now.isAlternate === before.isAlternate;

/** By how many rows the screen moved up, so that the least has to be told. */
function bestMove(now: readonly string[], before: readonly string[]): number {
  let best = 0;
  let least = costOf(now, before, 0);
  for (let moved = 1; moved < now.length && least > MOVED_CHARS; moved++) {
    const cost = MOVED_CHARS + costOf(now, before, moved);
    if (cost < least) [best, least] = [moved, cost];
  }
  return best;
}

const costOf = (now: readonly string[], before: readonly string[], moved: number): number =>
  now.reduce((sum, line, row) => (line === before[row + moved] ? sum : sum + line.length + ROW_CHARS), 0);
