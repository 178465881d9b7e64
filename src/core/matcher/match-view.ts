import type { CellRun, CellStyle, ScreenBox, TerminalView } from "../../protocol/index.js";

/** A text of the screen, of which it is known where it stands. */
export interface ShownText {
  readonly text: string;
  /** The cells of characters [start, end), row by row. */
  runsOf(start: number, end: number): readonly CellRun[];
}

/** The screen as rows without the blanks at their ends, printed or not. It stays as it is. */
export interface ShownScreen {
  readonly rows: number;
  readonly cols: number;
  /** The text of a part, or of all; undefined if the screen has nothing of that part. */
  read(box?: ScreenBox): ShownText | undefined;
  /** What the screen has of a part, its row counted from the top. */
  clipped(box: ScreenBox): ScreenBox | undefined;
  style(row: number, col: number): CellStyle;
  isBlank(row: number, col: number): boolean;
  /** How all that is no blank in these cells is drawn; undefined if there are too many styles to tell. */
  styles(runs: readonly CellRun[]): readonly CellStyle[] | undefined;
  text(runs: readonly CellRun[]): string;
  /** Whether both show the same there, in text and style. */
  isSame(other: ShownScreen, box?: ScreenBox): boolean;
  /** Cells of one style beside each other that show more than blanks, from top to bottom. */
  readonly styledRuns: readonly (CellRun & { readonly style: CellStyle })[];
}

/** What a wait sees of a session at one moment. Getters may be lazy: the texts are read only when a matcher needs them. */
export interface SessionFacts {
  readonly screenText: string;
  readonly screen: ShownScreen;
  /** The window title, if the program set one. */
  readonly title: string | null;
  /** The last TRANSCRIPT_TAIL_CHARS of the output. */
  readonly transcriptTail: string;
  readonly cursorRow: number;
  readonly cursorCol: number;
  /** Whether the program shows it. */
  readonly cursorVisible: boolean;
  /** How often the bell rang since the start. */
  readonly bellCount: number;
  readonly exited: boolean;
  /** How the process ended; undefined while it runs. */
  readonly exitStatus: { readonly exitCode: number | null; readonly signal: string | null } | undefined;
  readonly sequence: number;
}

/** One consistent look at a session. */
export interface MatchView extends SessionFacts {
  /** Milliseconds since the wait began or the last change during it. */
  readonly stableMs: number;
}

/** A view that stays as it is, for those who answer later. */
export interface MatchMoment extends MatchView {
  /** Where the transcript's labels were put, and where it ended. */
  readonly markers: ReadonlyMap<string, number>;
  readonly transcriptCursor: number;
  /** The screen as the terminal has it; undefined if it cannot be told. */
  terminal(): TerminalView | undefined;
  /** The same without anything covered: what plugins see. */
  readonly uncovered?: MatchMoment;
}
