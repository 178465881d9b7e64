import { inkOf } from "../screen/index.js";
import type { SessionView } from "./session-view.js";
import type { Boundary } from "./change-history.js";

/** After this long without an echo it is asked whether the terminal echoes at all. */
const ASK_AFTER_MS = 60;
/** How long an echo may take that nobody rules out; a shell on a busy machine answers a key within a fraction of it. */
const LONGEST_ECHO_MS = 2_000;
/** An echo that is not the line itself (stars, an abbreviation that was written out) is over when nothing comes for this long. */
const QUIET_MS = 150;
/** So many line feeds without the line above them are no editor's any more: batches need not end there. */
const MOST_LINES = 64;
/** What an editor writes, beside the line, when it draws it again. */
const MOST_REDRAWN = 200;
/** Of a longer line its end is looked for. */
const MOST_INK = 2_000;

/** What a program writes before a line that was typed ahead is read; after so many lines nobody looks for it any more. */
const MOST_LINES_BEFORE = 10_000;

/** What has become of the line so far. */
type Echo =
  /** Nothing was written. */
  | "none"
  /** Something was, but the line does not stand in front of the cursor. */
  | "other"
  /** The line stands in front of the cursor, on however many rows. */
  | "line";

/** What a line editor shows beside a line. */
export interface LineFrame {
  /** Before it in its row, without blanks. */
  readonly prompt: string;
  /** Behind it. */
  readonly behind: string;
}

/**
 * Follows the echo of one line, from the first key to where the program goes on after Enter. A line editor may draw the line again when it
 * is accepted, row by row, before it leaves it; so the echo ends with the first line feed behind which the whole line stands above the
 * cursor. Without an echo, nothing is in the way: it ends where Enter was typed.
 */
export class LineEcho {
  readonly #view: SessionView;
  readonly #onLateEnd: () => void;
  readonly #ink: string;
  readonly #start: { readonly row: number; readonly col: number };
  #echo: Echo = "none";
  #isOver = false;
  #settle: (() => void) | undefined;
  #quiet: NodeJS.Timeout | undefined;
  /** What stood behind the cursor in its row when the line was there: a prompt on the right. */
  #behind = "";
  #cursorAtEnter = { row: 0, col: 0 };
  /** At Enter the line stood wholly above the cursor. */
  #isBelow = false;
  #atEnter: Boundary | undefined;
  #size: { readonly rows: number; readonly cols: number };
  /** The size is another one than at Enter, so that the line may end in the middle of a row. */
  #wasResized = false;
  /** Behind the first line feed after Enter, if that led from the row of the line to the next. */
  #firstLine: Boundary | undefined;
  #lineFeeds = 0;
  #longest: NodeJS.Timeout | undefined;
  #boundary: Boundary | undefined;
  /** Where it ended first. A line that is typed ahead is echoed by the terminal, and again by the line editor that comes to read it. */
  #first: Boundary | undefined;
  /** Since when it is looked for a second echo; undefined if it is not. */
  #ahead: { readonly pasteRequests: number; lines: number; cursor: number } | undefined;
  /** Where the second echo is, with the prompt before it. */
  #second: { readonly from: number; readonly to: number } | undefined;

  /** What was shown beside the line before, where this one is typed ahead. */
  readonly #before: LineFrame;
  readonly #prompt: string;
  /** The line before has not been taken yet. */
  readonly #isBehindAnother: boolean;

  /** `onLateEnd` is called when it ended without a change of the screen. `last` is the line before. */
  constructor(view: SessionView, line: string, onLateEnd: () => void, last: LineEcho | undefined) {
    this.#before = last?.frame ?? { prompt: "", behind: "" };
    this.#isBehindAnother = last !== undefined && last.boundary === undefined;
    this.#prompt = this.#isBehindAnother ? "" : view.terminal.inkBeforeCursor;
    this.#view = view;
    this.#onLateEnd = onLateEnd;
    const { cursor, size } = view.terminal;
    this.#size = size;
    const most = Math.min(MOST_INK, (size.rows * size.cols) >> 1);
    const ink = inkOf(line);
    this.#ink = ink.slice(Math.max(0, ink.length - most));
    this.#start = cursor;
  }

  /** Where the echo ended; undefined while it has not. */
  get boundary(): Boundary | undefined {
    return this.#boundary;
  }

  /** What was shown beside it; of one that was typed ahead, beside the one before. */
  get frame(): LineFrame {
    return this.#prompt === "" ? this.#before : { prompt: this.#prompt, behind: this.#behind };
  }

  /** Where it ended first; undefined while it has not. */
  get first(): Boundary | undefined {
    return this.#first;
  }

  /** What the editor wrote that has shown the line once more, by positions in the output. */
  get second(): { readonly from: number; readonly to: number } | undefined {
    return this.#second;
  }

  /** It ended at the beginning of a line, and not where Enter was typed without an echo. */
  get endedLine(): boolean {
    return this.#isBelow || (this.#atEnter !== undefined && this.#first !== this.#atEnter);
  }

  /** Its end may be behind any line feed, where a batch has to end. */
  get looksForLines(): boolean {
    if (this.#isOver || this.#atEnter === undefined) return false;
    return this.#first === undefined || this.#ahead !== undefined;
  }

  /** Resolves when the program has taken the line, as far as can be told. `isSilent` says that the terminal itself echoes nothing. */
  taken(isSilent: () => Promise<boolean>): Promise<void> {
    if (this.#ink === "" || this.#echo === "line" || this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(ask);
        clearTimeout(longest);
        clearTimeout(this.#quiet);
        this.#settle = undefined;
        resolve();
      };
      const ask = setTimeout(
        () => void isSilent().then((silent) => silent && this.#echo === "none" && done()),
        ASK_AFTER_MS,
      );
      const longest = setTimeout(done, LONGEST_ECHO_MS);
      this.#settle = done;
    });
  }

  /** Enter is about to be typed. */
  enters(): void {
    this.#atEnter = this.#view.boundary();
    this.#size = this.#view.terminal.size;
    this.#cursorAtEnter = this.#view.terminal.cursor;
    this.#isBelow = this.#echo === "line" && this.#cursorAtEnter.col === 0 && this.#stands("row_above");
    const { inputModes, pasteRequests } = this.#view.terminal;
    const isAtPrompt =
      !this.#isBehindAnother && (inputModes.bracketedPaste || (pasteRequests === 0 && this.#prompt !== ""));
    if (this.#ink !== "" && !isAtPrompt) this.#ahead = { pasteRequests, lines: 0, cursor: this.#atEnter.cursor };
    if (this.#echo === "none" && this.#ink !== "") this.#boundary = this.#first = this.#atEnter;
    // A program that never stops drawing, such as one with a spinner, gives no other sign.
    else this.#longest = setTimeout(() => this.#endLate(), LONGEST_ECHO_MS).unref();
  }

  /** Something was written, or the size is another one. */
  changed(): void {
    if (this.#isOver) return;
    if (this.#first !== undefined) return this.#lookForSecond(this.#first);
    if (this.#atEnter === undefined) this.#lookForLine();
    else if (this.#isOtherSize()) this.#resized();
    else this.#lookForEnd(this.#atEnter);
  }

  #isOtherSize(): boolean {
    const { rows, cols } = this.#size;
    this.#size = this.#view.terminal.size;
    return rows !== this.#size.rows || cols !== this.#size.cols;
  }

  /** All is somewhere else, and counts as written. What stood there at Enter is still not the program's answer. */
  #resized(): void {
    for (const before of [this.#atEnter, this.#firstLine]) before?.place?.forget();
    this.#atEnter = this.#view.boundary();
    if (this.#firstLine !== undefined) this.#firstLine = this.#atEnter;
    this.#cursorAtEnter = this.#view.terminal.cursor;
    this.#wasResized = true;
  }

  /** Nobody waits for it any more, or nothing more comes. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#quiet);
    clearTimeout(this.#longest);
    this.#settle?.();
    this.#ahead = undefined;
    this.#boundary ??= this.#first ?? this.#firstLine ?? this.#atEnter ?? this.#view.boundary();
    this.#first ??= this.#boundary;
  }

  /** No end was seen: rather a part of the echo counts as output than the other way round. */
  #endLate(): void {
    if (this.#first !== undefined || this.#atEnter === undefined) return;
    this.#endHere(this.#firstLine ?? this.#atEnter);
    this.#onLateEnd();
  }

  #lookForLine(): void {
    const { terminal } = this.#view;
    const { row, col } = terminal.cursor;
    const hasMoved = row !== this.#start.row || col !== this.#start.col;
    if (hasMoved && this.#stands("cursor")) {
      this.#echo = "line";
      this.#behind = terminal.inkBehindCursor;
      this.#settle?.();
      return;
    }
    this.#echo = "other";
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#settle?.(), QUIET_MS);
  }

  #lookForEnd(atEnter: Boundary): void {
    clearTimeout(this.#quiet);
    if (this.#isBelow) return this.#lookForOutput(atEnter);
    if (this.#view.endsLine) {
      if (this.#lineFeeds++ === 0 && this.#isBelowLine()) this.#firstLine = this.#view.boundary();
      if (this.#echo !== "line" || this.#stands("row_above")) return this.#endHere(this.#view.boundary());
      if (this.#lineFeeds > MOST_LINES) return this.#endHere(this.#firstLine ?? atEnter);
    }
    // A program that leaves no line behind, such as one with an input box, has taken the line out of it.
    this.#quiet = setTimeout(() => {
      if (this.#firstLine === undefined && this.#isWhereItWas()) return;
      this.#endHere(this.#firstLine ?? atEnter);
      this.#onLateEnd();
    }, QUIET_MS);
  }

  /**
   * A line that fills its last row to the end was left before Enter: no line feed follows. What comes before anything is printed in the row
   * of the cursor is still the editor's.
   */
  #lookForOutput(atEnter: Boundary): void {
    const { terminal } = this.#view;
    const { row, col } = terminal.cursor;
    if (row < this.#cursorAtEnter.row) return;
    const isAbove = col === 0 ? this.#stands("row_above") : this.#wasResized && this.#stands("cursor");
    const isUntouched = isAbove && terminal.inkBehindCursor === "";
    if (!isUntouched && !this.#isDrawnAnew(atEnter)) return this.#endHere(this.#firstLine ?? atEnter);
    if (isUntouched) {
      this.#firstLine?.place?.forget();
      this.#firstLine = this.#view.boundary();
    }
    this.#quiet = setTimeout(() => {
      this.#endHere(this.#firstLine ?? atEnter);
      this.#onLateEnd();
    }, QUIET_MS);
  }

  /** At another size an editor takes the line away and draws it again: it is behind the cursor, or not there, nor behind what was written since. */
  #isDrawnAnew({ cursor }: Boundary): boolean {
    const { terminal, transcript } = this.#view;
    const most = this.#ink.length + MOST_REDRAWN;
    if (!this.#wasResized || transcript.charsWritten - cursor > most) return false;
    return terminal.inkBehindCursor.endsWith(this.#ink) || !terminal.lastInk(most, "cursor").includes(this.#ink);
  }

  #endHere(boundary: Boundary): void {
    clearTimeout(this.#longest);
    for (const other of [this.#atEnter, this.#firstLine]) if (other !== boundary) other?.place?.forget();
    this.#boundary = this.#first = boundary;
    if (this.#ahead !== undefined) this.#ahead.cursor = boundary.cursor;
  }

  /**
   * Once an editor asks for bracketed paste, or shows its prompt, it reads what was typed ahead, and shows it. Until its line feed nothing is seen; without one
   * somebody else has read the line.
   */
  #lookForSecond(first: Boundary): void {
    const ahead = this.#ahead;
    if (ahead === undefined) return;
    const { terminal, endsLine, transcript } = this.#view;
    if (this.#boundary !== undefined && terminal.pasteRequests === ahead.pasteRequests && !this.#isPrompted) {
      ahead.cursor = transcript.charsWritten;
      if (endsLine && ++ahead.lines > MOST_LINES_BEFORE) this.#ahead = undefined;
      return;
    }
    if (this.#boundary !== undefined) {
      this.#boundary = undefined;
      this.#behind = this.#before.behind;
      this.#longest = setTimeout(() => this.#endSecond(first), LONGEST_ECHO_MS).unref();
    }
    clearTimeout(this.#quiet);
    if (endsLine && this.#stands("row_above")) {
      clearTimeout(this.#longest);
      this.#ahead = undefined;
      this.#boundary = this.#view.boundary();
      this.#second = { from: ahead.cursor, to: this.#boundary.cursor };
      first.place?.forget();
    } else this.#quiet = setTimeout(() => this.#endSecond(first), QUIET_MS);
  }

  /** The prompt of the line before is there again, where this one was typed at none. Not all editors ask for bracketed paste. */
  get #isPrompted(): boolean {
    const { prompt } = this.#before;
    if (this.#prompt !== "" || prompt === "") return false;
    const { terminal, endsLine } = this.#view;
    if (!endsLine) return (terminal.inkBeforeCursor + terminal.inkBehindCursor).startsWith(prompt);
    const line = prompt + this.#ink + this.#before.behind;
    return terminal.lastInk(line.length, "row_above") === line;
  }

  #endSecond(first: Boundary): void {
    clearTimeout(this.#longest);
    clearTimeout(this.#quiet);
    if (this.#ahead === undefined) return;
    this.#ahead = undefined;
    this.#boundary = first;
    this.#onLateEnd();
  }

  /** The cursor stands in the row below that in which it stood at Enter; a full screen has scrolled. */
  #isBelowLine(): boolean {
    const { cursor, size, isAlternate } = this.#view.terminal;
    return !isAlternate && cursor.row === Math.min(size.rows - 1, this.#cursorAtEnter.row + 1);
  }

  /** The cursor still stands behind the line, as it did at Enter. */
  #isWhereItWas(): boolean {
    const { row, col } = this.#view.terminal.cursor;
    const { row: rowThen, col: colThen } = this.#cursorAtEnter;
    return this.#ink !== "" && row === rowThen && col === colThen && this.#stands("cursor");
  }

  #stands(from: "cursor" | "row_above"): boolean {
    const most = this.#ink.length + this.#behind.length;
    const shown = this.#view.terminal.lastInk(most, from);
    return shown.endsWith(this.#ink) || (from === "row_above" && shown.endsWith(this.#ink + this.#behind));
  }
}
