/** One consistent look at a session. Getters may be lazy: the texts are read only when a matcher needs them. */
export interface MatchView {
  readonly screenText: string;
  /** The last TRANSCRIPT_TAIL_CHARS of the output. */
  readonly transcriptTail: string;
  readonly cursorRow: number;
  readonly cursorCol: number;
  readonly exited: boolean;
  /** Milliseconds since the wait began or the last change during it. */
  readonly stableMs: number;
  readonly sequence: number;
}

/** What a plugin's predicate may answer. */
export interface LuaPredicateResult {
  readonly matched: boolean;
  readonly evidence?: string;
  readonly capture?: string;
}

/**
 * Answers for plugin predicates. Called synchronously while a matcher is evaluated; whoever runs Lua elsewhere (a worker)
 * evaluates the predicates first, with the same view, and answers from those results here. A throw counts as no match.
 */
export interface LuaPredicates {
  evaluate(
    plugin: string,
    predicate: string,
    params: unknown,
    view: MatchView,
  ): boolean | LuaPredicateResult | undefined;
}
