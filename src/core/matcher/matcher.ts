import type { Matcher as AnyMatcher } from "../../protocol/index.js";

/** What a wait waits for. Plain data: serializable, compared case-sensitively. */
export type Matcher = AnyMatcher;
/** A matcher of one kind. */
export type MatcherOf<T extends Matcher["type"]> = Extract<Matcher, { readonly type: T }>;
/** Constructors, one for each kind of matcher. */
export const Matcher = {
  /** The screen shows this text. Soft-wrapped rows count as one line. */
  containsText: (text: string): MatcherOf<"contains_text"> => ({ type: "contains_text", text }),
  /** The screen's text matches this pattern of the Rust regex dialect. */
  screenRegex: (pattern: string): MatcherOf<"screen_regex"> => ({ type: "screen_regex", pattern }),
  /** The end of the output holds this text, also when it is no longer on the screen. */
  transcriptContains: (text: string): MatcherOf<"transcript_contains"> => ({ type: "transcript_contains", text }),
  /** The end of the output matches this pattern. */
  transcriptRegex: (pattern: string): MatcherOf<"transcript_regex"> => ({ type: "transcript_regex", pattern }),
  /** The cursor stands there; both count from zero. */
  cursorAt: (row: number, col: number): MatcherOf<"cursor_at"> => ({ type: "cursor_at", row, col }),
  /** Nothing has changed for this long, counted from the start of the wait. */
  screenStable: (minMs: number): MatcherOf<"screen_stable"> => ({ type: "screen_stable", minMs }),
  /** The process is gone and all its output has been read. */
  processExited: (): MatcherOf<"process_exited"> => ({ type: "process_exited" }),
  /** The first of these that matches, in this order. An empty list never matches. */
  any: (matchers: readonly Matcher[]): MatcherOf<"any"> => ({ type: "any", matchers }),
  /** All of these at the same moment. An empty list matches at once. */
  all: (matchers: readonly Matcher[]): MatcherOf<"all"> => ({ type: "all", matchers }),
  /** A plugin's predicate says so. */
  lua: (plugin: string, predicate: string, params?: unknown): MatcherOf<"lua"> => ({
    type: "lua",
    plugin,
    predicate,
    ...(params === undefined ? {} : { params }),
  }),
} as const;
