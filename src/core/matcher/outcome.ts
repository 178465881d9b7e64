import type { Matcher } from "./matcher.js";

interface TextOutcome<Kind> {
  readonly kind: Kind;
  readonly text: string;
}

interface RegexOutcome<Kind> {
  readonly kind: Kind;
  readonly pattern: string;
  /** Group 1 if it took part, else the whole match. */
  readonly capture: string;
}

interface LeafOutcomes {
  contains_text: TextOutcome<"contains_text">;
  transcript_contains: TextOutcome<"transcript_contains">;
  screen_regex: RegexOutcome<"screen_regex">;
  transcript_regex: RegexOutcome<"transcript_regex">;
  cursor_at: { readonly kind: "cursor_at"; readonly row: number; readonly col: number };
  screen_stable: { readonly kind: "screen_stable"; readonly minMs: number };
  process_exited: { readonly kind: "process_exited" };
  lua: {
    readonly kind: "lua";
    readonly plugin: string;
    readonly predicate: string;
    readonly evidence?: string;
    readonly capture?: string;
  };
}

/** Which branch of a matcher fired, and what it saw. */
export type MatchOutcome =
  | LeafOutcomes[keyof LeafOutcomes]
  | { readonly kind: "any"; readonly matched: MatchOutcome }
  | { readonly kind: "all"; readonly matched: readonly MatchOutcome[] };

/**
 * What a matcher of this type sees when it holds: of `any` the outcome of one of its branches, of `all` those of all, in their order.
 * Of a matcher of which nothing more is known, every outcome there is.
 */
export type OutcomeOf<M extends Matcher> = [Matcher] extends [M]
  ? MatchOutcome
  : M extends { readonly type: "any"; readonly matchers: infer Branches extends readonly Matcher[] }
    ? { readonly kind: "any"; readonly matched: OutcomeOf<Branches[number]> }
    : M extends { readonly type: "all"; readonly matchers: infer Branches extends readonly Matcher[] }
      ? { readonly kind: "all"; readonly matched: { readonly [At in keyof Branches]: OutcomeOf<Branches[At]> } }
      : LeafOutcomes[Extract<M["type"], keyof LeafOutcomes>];
