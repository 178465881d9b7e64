import type { Matcher as AnyMatcher, ScreenBox, WantedStyle } from "../../protocol/index.js";

/** What a wait waits for. Plain data: serializable, compared case-sensitively. */
export type Matcher = AnyMatcher;
/** A matcher of one kind. */
export type MatcherOf<T extends Matcher["type"]> = Extract<Matcher, { readonly type: T }>;
/** One that holds others, of which it is known what they are. */
export interface CombinedMatcher<T extends "any" | "all", Branches extends readonly Matcher[]> {
  readonly type: T;
  readonly matchers: Branches;
}

/** One for a row, of which it is known what must be so in it. */
export interface RowMatcher<Held extends Matcher> {
  readonly type: "row";
  readonly row: number;
  readonly matcher: Held;
}
/** The same for a rectangle. */
export interface RegionMatcher<Held extends Matcher> extends ScreenBox {
  readonly type: "region";
  readonly matcher: Held;
}

/**
 * Constructors, one for each kind of matcher.
 *
 * @example
 * ```ts
 * const ready = Matcher.any([Matcher.containsText("ready"), Matcher.processExited()]);
 * await session.waitFor(ready, { timeoutMs: 10_000 });
 * ```
 */
export const Matcher = {
  /**
   * The screen shows this text. Soft-wrapped rows count as one line.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.containsText("Password:"));
   * ```
   */
  containsText: (text: string): MatcherOf<"contains_text"> => ({ type: "contains_text", text }),
  /**
   * The screen's text matches this pattern of the Rust regex dialect.
   *
   * @example
   * ```ts
   * const { outcome } = await session.waitFor(Matcher.screenRegex("port (\\d+)"));
   * console.log(outcome.capture);
   * ```
   */
  screenRegex: (pattern: string): MatcherOf<"screen_regex"> => ({ type: "screen_regex", pattern }),
  /**
   * The end of the output holds this text, also when it is no longer on the screen.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.transcriptContains("BUILD OK"));
   * ```
   */
  transcriptContains: (text: string): MatcherOf<"transcript_contains"> => ({ type: "transcript_contains", text }),
  /**
   * The end of the output matches this pattern.
   *
   * @example
   * ```ts
   * const { outcome } = await session.waitFor(Matcher.transcriptRegex("error: ([^\r\n]+)"));
   * console.log(outcome.capture);
   * ```
   */
  transcriptRegex: (pattern: string): MatcherOf<"transcript_regex"> => ({ type: "transcript_regex", pattern }),
  /**
   * The cursor stands there; both count from zero.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.cursorAt(0, 2));
   * ```
   */
  cursorAt: (row: number, col: number): MatcherOf<"cursor_at"> => ({ type: "cursor_at", row, col }),
  /**
   * The program shows the cursor, or with false hides it.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.cursorVisible());
   * ```
   */
  cursorVisible: (visible = true): MatcherOf<"cursor_visible"> => ({ type: "cursor_visible", visible }),
  /**
   * Nothing has changed for this long, counted from the start of the wait.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.screenStable(200));
   * ```
   */
  screenStable: (minMs: number): MatcherOf<"screen_stable"> => ({ type: "screen_stable", minMs }),
  /**
   * The program rang the bell (BEL) since the wait began. Rung once, it holds for the rest of the wait.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.bell());
   * ```
   */
  bell: (): MatcherOf<"bell"> => ({ type: "bell" }),
  /**
   * The process is gone and all its output has been read.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.processExited(), { timeoutMs: 5_000 });
   * ```
   */
  processExited: (): MatcherOf<"process_exited"> => ({ type: "process_exited" }),
  /**
   * The process ended by itself with this code, and all its output has been read.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.exitCode(0), { timeoutMs: 5_000 });
   * ```
   */
  exitCode: (code: number): MatcherOf<"exit_code"> => ({ type: "exit_code", code }),
  /**
   * The window title holds this text.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.title("notes.txt"));
   * ```
   */
  title: (text: string): MatcherOf<"title"> => ({ type: "title", text }),
  /**
   * The window title matches this pattern of the Rust regex dialect.
   *
   * @example
   * ```ts
   * const { outcome } = await session.waitFor(Matcher.titleRegex("^(.+) - VIM$"));
   * console.log(outcome.capture);
   * ```
   */
  titleRegex: (pattern: string): MatcherOf<"title_regex"> => ({ type: "title_regex", pattern }),
  /**
   * A text on the screen, what a pattern matches, or if neither is given anything at all, is drawn like this. All of it that is no
   * blank must be; what is left out of the style may be either way.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.style({ foreground: "idx:1", bold: true }, { text: "FAILED" }));
   * await session.waitFor(Matcher.style({ inverse: true }, { regex: "[0-9]+ selected" }));
   * ```
   */
  style: (style: WantedStyle, what: Omit<MatcherOf<"style">, "type" | "style"> = {}): MatcherOf<"style"> => ({
    type: "style",
    style,
    ...what,
  }),
  /**
   * The screen, or this row of it, shows something else than when the wait began, in text or style.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.changed({ row: -1 })); // the status line
   * ```
   */
  changed: (where: { readonly row?: number } = {}): MatcherOf<"changed"> => ({ type: "changed", ...where }),
  /**
   * This one does not match. What a plugin or a search could not tell is no match either way.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.not(Matcher.containsText("Loading")));
   * ```
   */
  not: <const Held extends Matcher>(matcher: Held): { readonly type: "not"; readonly matcher: Held } => ({
    type: "not",
    matcher,
  }),
  /**
   * In this row, counted from zero or if negative from the bottom. Its text ends with the last character that is no blank.
   *
   * @example
   * ```ts
   * const { outcome } = await session.waitFor(Matcher.row(-1, Matcher.screenRegex("line ([0-9]+)$")));
   * console.log(outcome.row, outcome.matched.capture);
   * ```
   */
  row: <const Held extends Matcher>(row: number, matcher: Held): RowMatcher<Held> => ({ type: "row", row, matcher }),
  /**
   * In this rectangle of the screen. Each of its rows ends with the last character that is no blank, and is a line; one as wide as the
   * screen has soft-wrapped rows joined.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.region({ row: 0, col: 40, rows: 10, cols: 40 }, Matcher.containsText("done")));
   * ```
   */
  region: <const Held extends Matcher>(box: ScreenBox, matcher: Held): RegionMatcher<Held> => ({
    type: "region",
    row: box.row,
    col: box.col,
    rows: box.rows,
    cols: box.cols,
    matcher,
  }),
  /**
   * The first of these that matches, in this order. An empty list never matches.
   *
   * @example
   * ```ts
   * const { outcome } = await session.waitFor(Matcher.any([Matcher.containsText("ok"), Matcher.screenRegex("error (.+)")]));
   * if (outcome.matched.kind === "screen_regex") throw new Error(outcome.matched.capture);
   * ```
   */
  any: <const Branches extends readonly Matcher[]>(matchers: Branches): CombinedMatcher<"any", Branches> => ({
    type: "any",
    matchers,
  }),
  /**
   * All of these at the same moment. An empty list matches at once.
   *
   * @example
   * ```ts
   * const { outcome } = await session.waitFor(Matcher.all([Matcher.screenRegex("v([0-9]+)"), Matcher.screenStable(100)]));
   * console.log(outcome.matched[0].capture);
   * ```
   */
  all: <const Branches extends readonly Matcher[]>(matchers: Branches): CombinedMatcher<"all", Branches> => ({
    type: "all",
    matchers,
  }),
  /**
   * A plugin's predicate says so.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.lua("demo", "saw_ready"));
   * ```
   */
  lua: (plugin: string, predicate: string, params?: unknown): MatcherOf<"lua"> => ({
    type: "lua",
    plugin,
    predicate,
    ...(params === undefined ? {} : { params }),
  }),
} as const;
