import type { Matcher as AnyMatcher } from "../../protocol/index.js";

/** What a wait waits for. Plain data: serializable, compared case-sensitively. */
export type Matcher = AnyMatcher;
/** A matcher of one kind. */
export type MatcherOf<T extends Matcher["type"]> = Extract<Matcher, { readonly type: T }>;
/** One that holds others, of which it is known what they are. */
export interface CombinedMatcher<T extends "any" | "all", Branches extends readonly Matcher[]> {
  readonly type: T;
  readonly matchers: Branches;
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
   * Nothing has changed for this long, counted from the start of the wait.
   *
   * @example
   * ```ts
   * await session.waitFor(Matcher.screenStable(200));
   * ```
   */
  screenStable: (minMs: number): MatcherOf<"screen_stable"> => ({ type: "screen_stable", minMs }),
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
