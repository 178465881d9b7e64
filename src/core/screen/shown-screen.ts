import { MAX_STYLE_RUNS } from "../../base/index.js";
import type { CellRun, CellStyle, ScreenBox } from "../../protocol/index.js";
import { CONTINUATION, WIDE } from "./cell.js";
import { redactStyle } from "./redact-cells.js";
import type { RowCopy } from "./row.js";
import { cellText, rowText } from "./row-text.js";
import type { CellSource } from "./screen-cells.js";
import type { Span } from "./span-cells.js";
import { SpanWalk } from "./span-cells.js";
import { STYLE_WORDS } from "./style.js";
import type { Cover } from "./visit-cells.js";

const SPACE = 0x20;

/** Cells of one style beside each other that show more than blanks. */
export interface StyledRun extends CellRun {
  readonly style: CellStyle;
}

/** Runs from top to bottom, and where those of each row begin. */
interface StyledRuns {
  readonly all: readonly StyledRun[];
  readonly firstOf: readonly number[];
}

/**
 * A screen as those read it who look for something: rows end with their last character that is no blank, whether the blanks behind it were
 * printed or not, and every character of a text knows its cells.
 */
export class ShownScreen {
  readonly rows: number;
  readonly cols: number;
  readonly #source: CellSource;
  readonly #cover: Cover | undefined;
  readonly #parts: readonly Span[] | undefined;
  readonly #links = new Map<CellStyle, CellStyle>();
  #rowCopies: readonly RowCopy[] | undefined;
  #whole: ShownText | undefined;
  #runs: StyledRuns | undefined;

  /** Of `parts` of the plain text alone, if they are given: all other cells are blank. */
  constructor(source: CellSource, cover: Cover | undefined, parts?: readonly Span[]) {
    this.#parts = parts;
    this.rows = source.rows.length;
    this.cols = source.cols;
    this.#source = source;
    this.#cover = cover;
  }

  /** The text of a part of the screen, or of all of it; undefined if the screen has nothing of that part. */
  read(box?: ScreenBox): ShownText | undefined {
    if (box === undefined) return (this.#whole ??= this.#read({ row: 0, col: 0, rows: this.rows, cols: this.cols }));
    const part = this.clipped(box);
    if (part?.rows === this.rows && part.cols === this.cols) return this.read();
    return part && this.#read(part);
  }

  /** What the screen has of a part, its row counted from the top; undefined if that is nothing. */
  clipped({ row, col, rows, cols }: ScreenBox): ScreenBox | undefined {
    const first = row < 0 ? this.rows + row : row;
    const top = Math.max(0, first);
    const bottom = Math.min(this.rows, first + rows);
    const right = Math.min(this.cols, col + cols);
    return top < bottom && col < right ? { row: top, col, rows: bottom - top, cols: right - col } : undefined;
  }

  style(row: number, col: number): CellStyle {
    const style = this.#source.styles.at(this.#copies[row], col);
    return this.#cover === undefined ? style : redactStyle(style, this.#cover.policy, this.#links);
  }

  /** Whether nothing was printed into the cell, or a space. */
  isBlank(row: number, col: number): boolean {
    const { chars } = this.#copies[row];
    return col >= chars.length || isBlank(chars[col]);
  }

  /** What these cells show. */
  text(runs: readonly CellRun[]): string {
    let text = "";
    for (const { row, col, length } of runs) text += this.#columns(row, col, col + length);
    return text;
  }

  /** Whether both show the same there, in text and style. */
  isSame(other: ShownScreen, box?: ScreenBox): boolean {
    if (other.rows !== this.rows || other.cols !== this.cols) return this.read(box)?.text === other.read(box)?.text;
    const part = box === undefined ? { row: 0, col: 0, rows: this.rows, cols: this.cols } : this.clipped(box);
    if (part === undefined) return true;
    for (let row = part.row; row < part.row + part.rows; row++) {
      const [a, b] = [this.#copies[row], other.#copies[row]];
      if (a !== b && !sameCells(a, b, part.col, part.col + part.cols)) return false;
      if (a.chars !== b.chars && !this.#sameClusters(other, row, part)) return false;
    }
    return true;
  }

  /** The runs of the screen from top to bottom, MAX_STYLE_RUNS of them at most. */
  get styledRuns(): readonly StyledRun[] {
    return (this.#runs ??= this.#findRuns()).all;
  }

  /** How all that is no blank in these cells is drawn, or the first of them if all are; undefined if there are too many runs to tell. */
  styles(cells: readonly CellRun[]): readonly CellStyle[] | undefined {
    const { all, firstOf } = (this.#runs ??= this.#findRuns());
    const styles: CellStyle[] = [];
    for (const part of cells) {
      if (part.row >= firstOf.length) return undefined;
      let [start, end] = [part.col, part.col + part.length];
      while (start < end && this.isBlank(part.row, start)) start++;
      while (end > start && this.isBlank(part.row, end - 1)) end--;
      if (start === end) continue;
      let at = firstBehind(all, firstOf[part.row], firstOf[part.row + 1] ?? all.length, start);
      for (; at < all.length && all[at].row === part.row && all[at].col < end; at++) styles.push(all[at].style);
    }
    return styles.length > 0 || cells.length === 0 ? styles : [this.style(cells[0].row, cells[0].col)];
  }

  /** Rows with their secrets covered, if they are to be, and nothing but those parts. */
  get #copies(): readonly RowCopy[] {
    if (this.#rowCopies !== undefined) return this.#rowCopies;
    const rows = this.#cover === undefined ? this.#source.rows : coveredRows(this.#source, this.#cover);
    return (this.#rowCopies = this.#parts === undefined ? rows : onlyParts(rows, this.#source, this.#parts));
  }

  #read({ row: top, col: left, rows, cols }: ScreenBox): ShownText {
    const right = left + cols;
    const isWide = left === 0 && right === this.cols;
    const starts: number[] = [];
    const lines: string[] = [];
    let [line, before] = ["", 0];
    for (let row = top; row < top + rows; row++) {
      starts.push(before + line.length);
      line += this.#columns(row, left, right);
      // A line that wraps goes on in the next row, if all of both is looked at.
      if (isWide && this.#copies[row].wrapped && row + 1 < top + rows) continue;
      line = withoutBlanks(line);
      // A row of which nothing is left begins where the line ends.
      for (let at = starts.length - 1; at >= 0 && starts[at] > before + line.length; at--)
        starts[at] = before + line.length;
      lines.push(line);
      before += line.length + 1;
      line = "";
    }
    while (lines.at(-1) === "") lines.pop();
    return new ShownText(
      lines.join("\n"),
      starts,
      { row: top, col: left, rows, cols },
      (row) => this.#copies[row],
      this.#source.clusters,
    );
  }

  /** Without the cells at the end that nothing was printed into; half a wide character is a blank. */
  #columns(row: number, from: number, to: number): string {
    const { chars } = this.#copies[row];
    const part = chars.subarray(from, Math.min(to, chars.length));
    const half = part.length > 0 && (part[0] & CONTINUATION) !== 0 ? " " : "";
    return half + rowText({ chars: part }, part.length, this.#source.clusters);
  }

  /** The numbers of clusters mean the same in both only if both are of one terminal; then their texts tell. */
  #sameClusters(other: ShownScreen, row: number, { col, cols }: ScreenBox): boolean {
    return this.#columns(row, col, col + cols).trimEnd() === other.#columns(row, col, col + cols).trimEnd();
  }

  #findRuns(): StyledRuns {
    const runs: StyledRun[] = [];
    const firstOf: number[] = [];
    for (let row = 0; row < this.rows; row++) {
      firstOf.push(runs.length);
      const { length } = this.#copies[row].chars;
      for (let col = 0; col < length;) {
        const style = this.style(row, col);
        let end = col;
        let hasText = false;
        for (; end < length && this.style(row, end) === style; end++) hasText ||= !this.isBlank(row, end);
        if (hasText) runs.push({ row, col, length: end - col, style });
        col = end;
      }
      // A row that is begun is looked at to its end.
      if (runs.length >= MAX_STYLE_RUNS) break;
    }
    return { all: runs, firstOf };
  }
}

/** A text of a screen, of which it is known where it stands. */
export class ShownText {
  readonly text: string;
  /** Where each row begins in the text. */
  readonly #starts: readonly number[];
  readonly #box: ScreenBox;
  readonly #copy: (row: number) => RowCopy;
  readonly #clusters: readonly string[];
  /** By row, the column of each character. Made for rows in which something was found. */
  readonly #columns = new Map<number, Uint16Array>();

  constructor(
    text: string,
    starts: readonly number[],
    box: ScreenBox,
    copy: (row: number) => RowCopy,
    clusters: readonly string[],
  ) {
    this.text = text;
    this.#starts = starts;
    this.#box = box;
    this.#copy = copy;
    this.#clusters = clusters;
  }

  /** The cells of characters [start, end), row by row. */
  runsOf(start: number, end: number): CellRun[] {
    const runs: CellRun[] = [];
    for (let index = this.#rowAt(start); index < this.#starts.length && this.#starts[index] < end; index++) {
      const row = this.#box.row + index;
      const columns = this.#columnsOf(row, index);
      const first = Math.max(start - this.#starts[index], 0);
      const last = Math.min(end - this.#starts[index], columns.length) - 1;
      if (last < first) continue;
      const { chars } = this.#copy(row);
      const col = columns[first];
      const isWide = columns[last] < chars.length && (chars[columns[last]] & WIDE) !== 0;
      runs.push({ row, col, length: columns[last] + (isWide ? 2 : 1) - col });
    }
    return runs;
  }

  #rowAt(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #columnsOf(row: number, index: number): Uint16Array {
    let columns = this.#columns.get(row);
    if (columns === undefined) this.#columns.set(row, (columns = this.#walk(row, index)));
    return columns;
  }

  #walk(row: number, index: number): Uint16Array {
    const { chars } = this.#copy(row);
    const { col: left, cols } = this.#box;
    const next = this.#starts[index + 1] ?? this.text.length;
    const places: number[] = [];
    for (let col = left; col < left + cols && this.#starts[index] + places.length < next; col++) {
      const char = col < chars.length ? chars[col] : 0;
      if ((char & CONTINUATION) !== 0 && col > left) continue;
      const { length } = cellText(char, this.#clusters);
      for (let count = Math.max(1, length); count > 0; count--) places.push(col);
    }
    // The line feed at the end of a row has no cell.
    while (places.length > 0 && this.text[this.#starts[index] + places.length - 1] === "\n") places.pop();
    return Uint16Array.from(places);
  }
}

/** Of the runs [low, high) of a row, the first that does not end before a column. */
function firstBehind(runs: readonly StyledRun[], low: number, high: number, col: number): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle].col + runs[middle].length > col) high = middle;
    else low = middle + 1;
  }
  return low;
}

const isBlank = (char: number): boolean => char === 0 || char === SPACE;

function withoutBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  return line.slice(0, end);
}

/** Of rows of one width. A space looks like a cell that nothing was printed into. */
function sameCells(a: RowCopy, b: RowCopy, from: number, to: number): boolean {
  for (let col = from; col < to; col++) {
    const [x, y] = [a.chars[col] ?? 0, b.chars[col] ?? 0];
    if (x !== y && !(isBlank(x) && isBlank(y))) return false;
    for (let word = 0; word < STYLE_WORDS; word++)
      if (styleWord(a, col, word) !== styleWord(b, col, word)) return false;
  }
  return true;
}

function styleWord({ chars, styles, blankBackground }: RowCopy, col: number, word: number): number {
  if (col >= chars.length) return word === 1 ? blankBackground : 0;
  return styles.length === 0 ? 0 : styles[col * STYLE_WORDS + word];
}

/** Each cell that shows a part of a secret has a character of the replacement, or a space when that is used up. */
function coveredRows({ rows, clusters }: CellSource, { policy, spans }: Cover): readonly RowCopy[] {
  const walk = new SpanWalk(clusters, spans());
  const shown = [...policy.replacement].map((character) => character.codePointAt(0)!);
  return rows.map((row) => {
    const columns = walk.row(row);
    if (columns.size === 0) return row;
    const chars = row.chars.slice();
    for (const [col, order] of columns) chars[col] = shown[order] ?? SPACE;
    return { ...row, chars };
  });
}

function onlyParts(
  rows: readonly RowCopy[],
  { rows: uncovered, clusters }: CellSource,
  parts: readonly Span[],
): readonly RowCopy[] {
  const walk = new SpanWalk(clusters, parts);
  return rows.map((row, y) => {
    const columns = walk.row(uncovered[y]);
    return { ...row, chars: row.chars.map((char, col) => (columns.has(col) ? char : 0)) };
  });
}
