import type { Schema } from "./schema/schema.js";
import { array, integer, json, named, object, optional, required, tagged, text } from "./schema/schema.js";

/** As the library limits them; said here so that the documents can say it too. */
const MAX_MATCHERS = 1_024;

/** Spelt out, because a type that is inferred cannot hold itself. */
export type WireMatcher =
  | {
      readonly type: "contains_text" | "screen_regex" | "transcript_contains" | "transcript_regex";
      readonly value: string;
    }
  | { readonly type: "cursor_at"; readonly value: { readonly row: number; readonly col: number } }
  | { readonly type: "screen_stable"; readonly value: { readonly min_ms: number } }
  | { readonly type: "process_exited" }
  | { readonly type: "any" | "all"; readonly value: readonly WireMatcher[] }
  | {
      readonly type: "lua";
      readonly value: { readonly plugin: string; readonly predicate: string; readonly params?: unknown };
    };

const literalText = object({ value: required(text(), "The text, compared case-sensitively.") });
const pattern = object({ value: required(text(), "A pattern of the Rust regex dialect.") });

export const matcher: Schema<WireMatcher> = named("Matcher", "What a wait waits for: `type`, and `value`.", () => {
  const matchers = object({ value: required(array(matcher, MAX_MATCHERS), "The parts.") });
  return tagged("type", {
    contains_text: literalText,
    screen_regex: pattern,
    transcript_contains: literalText,
    transcript_regex: pattern,
    cursor_at: object({
      value: required(
        object({ row: required(integer(), "Row, from zero."), col: required(integer(), "Column, from zero.") }),
        "Where the cursor stands.",
      ),
    }),
    screen_stable: object({
      value: required(object({ min_ms: required(integer(), "Milliseconds.") }), "How long nothing has changed."),
    }),
    process_exited: object({}),
    any: matchers,
    all: matchers,
    lua: object({
      value: required(
        object({
          plugin: required(text(), "The plugin's name."),
          predicate: required(text(), "One of its predicates."),
          params: optional(json(), "Handed to the predicate."),
        }),
        "The predicate that decides.",
      ),
    }),
  });
});

/** Spelt out for the same reason. */
export type WireOutcome =
  | { readonly kind: "contains_text" | "transcript_contains"; readonly text: string }
  | { readonly kind: "screen_regex" | "transcript_regex"; readonly pattern: string; readonly capture: string }
  | { readonly kind: "cursor_at"; readonly row: number; readonly col: number }
  | { readonly kind: "screen_stable"; readonly min_ms: number }
  | { readonly kind: "process_exited" }
  | { readonly kind: "any"; readonly matched: WireOutcome }
  | { readonly kind: "all"; readonly matched: readonly WireOutcome[] }
  | {
      readonly kind: "lua";
      readonly plugin: string;
      readonly predicate: string;
      readonly evidence?: string | undefined;
      readonly capture?: string | undefined;
    };

const foundText = object({ text: required(text(), "The text that was found.") });
const foundPattern = object({
  pattern: required(text(), "The pattern that matched."),
  capture: required(text(), "Group 1 if it took part, else the whole match."),
});

export const outcome: Schema<WireOutcome> = named("Outcome", "Which branch of the matcher held, and what it saw.", () =>
  tagged("kind", {
    contains_text: foundText,
    transcript_contains: foundText,
    screen_regex: foundPattern,
    transcript_regex: foundPattern,
    cursor_at: object({ row: required(integer(), "Row, from zero."), col: required(integer(), "Column, from zero.") }),
    screen_stable: object({ min_ms: required(integer(), "Milliseconds asked for.") }),
    process_exited: object({}),
    any: object({ matched: required(outcome, "The part that held.") }),
    all: object({ matched: required(array(outcome), "What each part saw.") }),
    lua: object({
      plugin: required(text(), "The plugin's name."),
      predicate: required(text(), "The predicate that held."),
      evidence: optional(text(), "What it says it saw."),
      capture: optional(text(), "What it captured."),
    }),
  }),
);
