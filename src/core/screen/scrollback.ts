import { MAX_SCROLLBACK_FOUND, MAX_SCROLLBACK_LINES, MAX_SCROLLBACK_LINE_CHARS } from "../../base/index.js";
import type { ScreenBox, ScreenSnapshot } from "../../protocol/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import type { HistoryRows, Piece } from "./history-rows.js";
import type { RowCopy } from "./row.js";
import { redactSnapshot, snapshotOfRows, snapshotRows } from "./snapshot.js";

/** Rows before and behind those that are read, by which a secret in them may be known. A private key is longer than any other. */
const ROWS_BEFORE = 128;
const ROWS_BEHIND = 64;
/** Cells of them, where rows are wide. */
const CELLS_BEFORE = 16_384;
const CELLS_BEHIND = 8_192;
/** Which rows are read. Negative numbers count from the end: -1 is the row right above the screen. */
export interface ScrollbackRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Rows that left at the top, as one answer has them. */
export interface ScrollbackPage {
  /** The number of the first and of the last; the last is the one before the first if there are none. */
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

/** Rows in which a text begins; `first` and `last` are those that were searched. */
export interface FoundRows extends ScrollbackPage {
  readonly rows: readonly number[];
}

/** How far a search came, and what it found there. */
export interface SearchStep {
  readonly row: number | undefined;
  readonly searchedTo: number;
}

/** The same, with what stands around it. */
export interface CoverablePage extends ScrollbackPage {
  /** The text by which secrets in the rows may be known. */
  readonly around: string;
  readonly covered: (policy: RedactionPolicy) => readonly string[];
}

/** Rows as a snapshot that has them in a part of it. */
export interface PlacedRows {
  readonly snapshot: ScreenSnapshot;
  readonly box: ScreenBox;
}

/** Some rows that are searched together, of the screen or above it. */
export interface ScrollbackPart {
  /** As they are searched; undefined where that is not known before. */
  readonly text: string | undefined;
  /** Where they begin: 0 is the first row of the screen, -1 the one above it. */
  readonly firstRow: number;
  readonly rows: () => PlacedRows;
  /** The same with what stands around them, by which secrets may be known. */
  readonly around: () => PlacedRows;
}

/** How far a scrollback has come, at one width. */
export interface ScrollbackReached {
  /** The number of the row in which the line begins that the screen goes on with. */
  readonly lineStart: number;
  readonly cols: number;
}

/** The rows that left at the top of a screen, at the moment of a snapshot; they stay as they are. */
export class Scrollback {
  readonly #history: HistoryRows | undefined;
  readonly #screen: ScreenSnapshot;
  readonly #clusters: readonly string[];

  constructor(history: HistoryRows | undefined, screen: ScreenSnapshot, clusters: readonly string[]) {
    this.#history = history;
    this.#screen = screen;
    this.#clusters = clusters;
  }

  /** The moment that it is of. */
  get sequence(): number {
    return this.#screen.sequence;
  }

  /** All of them, for a reader in this process. */
  read(range: ScrollbackRange): ScrollbackPage {
    const { first, end } = this.#resolve(range);
    const rows = this.#rows(first, end);
    return { first, last: first + rows.length - 1, lines: snapshotOfRows(this.#screen, rows).lines };
  }

  /** So many as fit into one answer, from the first on, to be covered later on. */
  coverable(range: ScrollbackRange): CoverablePage {
    const { first, end } = this.#resolve(range);
    const rows = this.#page(first, end);
    const next = first + rows.length;
    const { snapshot, box } = this.#around(first, rows, next);
    const [from, to] = [box.row, box.row + box.rows];
    return {
      first,
      last: next - 1,
      lines: snapshot.lines.slice(from, to),
      around: snapshot.plainText,
      covered: (policy) => redactSnapshot(snapshot, policy).lines.slice(from, to),
    };
  }

  /** A secret may begin above these rows, and go on below them, also on the screen. */
  #around(first: number, rows: readonly RowCopy[], next: number): PlacedRows {
    const { first: kept = 0, end: all = 0 } = this.#history ?? {};
    const { cols } = this.#screen.size;
    const rowsBefore = Math.min(ROWS_BEFORE, Math.ceil(CELLS_BEFORE / cols));
    const rowsBehind = Math.min(ROWS_BEHIND, Math.ceil(CELLS_BEHIND / cols));
    const before = this.#rows(Math.max(kept, first - rowsBefore), first);
    const behind = this.#rows(next, Math.min(all, next + rowsBehind));
    const isAtScreen = next <= all && next + rowsBehind > all && !this.#screen.alternateScreen;
    const screen = isAtScreen ? snapshotRows(this.#screen).slice(0, rowsBehind) : [];
    const snapshot = snapshotOfRows(this.#screen, [...before, ...rows, ...behind, ...screen]);
    return { snapshot, box: { row: before.length, col: 0, rows: rows.length, cols } };
  }

  /** How far it has come, since it had come so far before: where a search of what comes next begins. */
  reached(before?: ScrollbackReached): ScrollbackReached {
    const history = this.#history;
    const { cols } = this.#screen.size;
    if (history === undefined) return { lineStart: 0, cols };
    const { end } = history;
    const last = history.goesOn ? history.pieces(end - 1, end, this.#startOf(before)).at(-1) : undefined;
    return { lineStart: end - this.#lastLine(last).length, cols };
  }

  /** Rows have other numbers at another width. */
  #startOf(reached: ScrollbackReached | undefined): number {
    const first = this.#history?.first ?? 0;
    return reached?.cols === this.#screen.size.cols ? Math.max(first, reached.lineStart) : first;
  }

  /**
   * The screen, and then the rows above it in parts, upwards: all of them, or those that came after a moment. What wraps from them onto the
   * screen is one part with that.
   */
  *upwards(after?: ScrollbackReached): Generator<ScrollbackPart> {
    const screen = snapshotRows(this.#screen);
    const { cols } = this.#screen.size;
    const history = this.#history;
    const from = this.#startOf(after);
    const pieces = history?.pieces(from, history.end, from) ?? [];
    const joined = this.#joinedRows(pieces.at(-1));
    const end = history?.end ?? 0;
    const top = end - joined.length;
    if (joined.length === 0) {
      const whole = (): PlacedRows => ({ snapshot: this.#screen, box: { row: 0, col: 0, rows: screen.length, cols } });
      yield { text: undefined, firstRow: 0, rows: whole, around: whole };
    } else yield this.#part(top, end, [...joined, ...screen], undefined);
    for (let at = pieces.length - 1; history !== undefined && at >= 0; at--) {
      const { first, end: behind, goesOn } = pieces[at];
      const next = Math.min(behind, top);
      if (first === next) continue;
      const { text } = history.text({ first, end: next, goesOn }, this.#clusters);
      yield this.#part(first, next, undefined, text);
    }
  }

  #part(first: number, next: number, given: readonly RowCopy[] | undefined, text: string | undefined): ScrollbackPart {
    const { end = 0 } = this.#history ?? {};
    const rows = (): readonly RowCopy[] => given ?? this.#rows(first, next);
    // With the screen behind them there is nothing more.
    const behind = given === undefined ? next : end + 1;
    return {
      text,
      firstRow: first - end,
      rows: () => {
        const copies = rows();
        const box = { row: 0, col: 0, rows: copies.length, cols: this.#screen.size.cols };
        return { snapshot: snapshotOfRows(this.#screen, copies), box };
      },
      around: () => this.#around(first, rows(), behind),
    };
  }

  /** The rows of the last line, if it goes on on the screen. */
  #joinedRows(last: Piece | undefined): readonly RowCopy[] {
    return this.#screen.alternateScreen ? [] : this.#lastLine(last);
  }

  #lastLine(last: Piece | undefined): readonly RowCopy[] {
    if (last?.goesOn !== true) return [];
    const rows = this.#rows(last.first, last.end);
    let start = rows.length - 1;
    while (start > 0 && rows[start - 1].wrapped) start--;
    return rows.slice(start);
  }

  /** The numbers of the first and the last row that are meant. */
  range(range: ScrollbackRange): { readonly first: number; readonly last: number } {
    const { first, end } = this.#resolve(range);
    return { first, last: end - 1 };
  }

  /** Rows in which the text begins, also where it goes on in the next one; a step is a row, or some rows without it. */
  *find(text: string, range: ScrollbackRange): Generator<SearchStep> {
    const { first, end } = this.#resolve(range);
    // Lines are searched one by one.
    if (this.#history === undefined || text.includes("\n")) return;
    for (const piece of this.#history.pieces(first, end)) {
      const { text: searched, rowOf } = this.#history.text(piece, this.#clusters);
      let last = first - 1;
      for (let at = searched.indexOf(text); at !== -1; at = searched.indexOf(text, at + 1)) {
        const row = rowOf(at);
        if (row >= end) break;
        // One of a row is enough.
        if (row <= last) continue;
        yield { row, searchedTo: row };
        last = row;
      }
      yield { row: undefined, searchedTo: Math.min(piece.end, end) - 1 };
    }
  }

  /** What `find` finds, as one answer has it. */
  found(text: string, range: ScrollbackRange): FoundRows {
    const { first } = this.#resolve(range);
    const rows: number[] = [];
    let last = first - 1;
    for (const { row, searchedTo } of this.find(text, range)) {
      last = searchedTo;
      if (row !== undefined) rows.push(row);
      if (rows.length === MAX_SCROLLBACK_FOUND) break;
    }
    return { first, last, lines: rows.map((row) => this.read({ from: row, to: row }).lines[0]), rows };
  }

  /** Numbers of rows that are kept, in order. */
  #resolve({ from, to }: ScrollbackRange): { first: number; end: number } {
    const { first: kept = 0, end: next = 0 } = this.#history ?? {};
    const numberOf = (row: number): number => (row < 0 ? next + row : row);
    const first = Math.min(next, Math.max(kept, numberOf(from ?? kept)));
    return { first, end: Math.max(first, Math.min(next, numberOf(to ?? -1) + 1)) };
  }

  #rows(from: number, to: number): RowCopy[] {
    return from < to && this.#history !== undefined ? this.#history.rows(from, to) : [];
  }

  /** As many of the rows [from, to) as fit into one answer. */
  #page(from: number, to: number): RowCopy[] {
    const rows = this.#rows(from, Math.min(to, from + MAX_SCROLLBACK_LINES));
    let count = 0;
    for (let chars = 0; count < rows.length && chars <= MAX_SCROLLBACK_LINE_CHARS; count++)
      chars += rows[count].chars.length;
    return rows.slice(0, count);
  }
}
