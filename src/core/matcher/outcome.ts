/** Which branch of a matcher fired, and what it saw. */
export type MatchOutcome =
  | { readonly kind: "contains_text" | "transcript_contains"; readonly text: string }
  /** `capture` is group 1 if it took part, else the whole match */
  | { readonly kind: "screen_regex" | "transcript_regex"; readonly pattern: string; readonly capture: string }
  | { readonly kind: "cursor_at"; readonly row: number; readonly col: number }
  | { readonly kind: "screen_stable"; readonly minMs: number }
  | { readonly kind: "process_exited" }
  | { readonly kind: "any"; readonly matched: MatchOutcome }
  | { readonly kind: "all"; readonly matched: readonly MatchOutcome[] }
  | {
      readonly kind: "lua";
      readonly plugin: string;
      readonly predicate: string;
      readonly evidence?: string;
      readonly capture?: string;
    };
