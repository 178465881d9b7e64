import type { Library, NamedNode, Typed, Wire } from "./schema/schema.js";
import {
  array,
  integer,
  json,
  named,
  object,
  optional,
  regex,
  required,
  tagged,
  text,
  valueAs,
  valueFields,
} from "./schema/schema.js";

/** As the library limits them; said here so that the documents can say it too. */
const MAX_MATCHERS = 1_024;

const literalText = (description: string) => valueAs("text", required(text(), description));
const pattern = valueAs("pattern", required(regex(), "A pattern of the Rust regex dialect."));
const caseSensitive = "The text, compared case-sensitively.";

const leaves = {
  contains_text: literalText(caseSensitive),
  screen_regex: pattern,
  transcript_contains: literalText(caseSensitive),
  transcript_regex: pattern,
  cursor_at: valueFields(
    required(
      object({ row: required(integer(), "Row, from zero."), col: required(integer(), "Column, from zero.") }),
      "Where the cursor stands.",
    ),
  ),
  screen_stable: valueFields(
    required(object({ min_ms: required(integer(), "Milliseconds.") }), "How long nothing has changed."),
  ),
  process_exited: object({}),
  lua: valueFields(
    required(
      object({
        plugin: required(text(), "The plugin's name."),
        predicate: required(text(), "One of its predicates."),
        params: optional(json(), "Handed to the predicate."),
      }),
      "The predicate that decides.",
    ),
  ),
};
type Leaf = ReturnType<typeof tagged<"type", typeof leaves>>;

/** What holds other matchers is spelt out, because a type that is inferred cannot hold itself. */
export type WireMatcher =
  | Wire<Leaf>
  | { readonly type: "any"; readonly value: readonly WireMatcher[] }
  | { readonly type: "all"; readonly value: readonly WireMatcher[] };
/** What a wait waits for. Plain data: serializable, compared case-sensitively. */
export type Matcher =
  | Library<Leaf>
  | { readonly type: "any"; readonly matchers: readonly Matcher[] }
  | { readonly type: "all"; readonly matchers: readonly Matcher[] };

export const matcher: NamedNode & Typed<WireMatcher, WireMatcher, Matcher, Matcher> = named(
  "Matcher",
  "What a wait waits for: `type`, and `value`.",
  () => {
    const parts = valueAs("matchers", required(array(matcher, MAX_MATCHERS), "The parts."));
    const { lua, ...others } = leaves;
    return tagged("type", { ...others, any: parts, all: parts, lua });
  },
);

const foundText = object({ text: required(text(), "The text that was found.") });
const foundPattern = object({
  pattern: required(regex(), "The pattern that matched."),
  capture: required(text(), "Group 1 if it took part, else the whole match."),
});
const leafOutcomes = {
  contains_text: foundText,
  transcript_contains: foundText,
  screen_regex: foundPattern,
  transcript_regex: foundPattern,
  cursor_at: object({ row: required(integer(), "Row, from zero."), col: required(integer(), "Column, from zero.") }),
  screen_stable: object({ min_ms: required(integer(), "Milliseconds asked for.") }),
  process_exited: object({}),
  lua: object({
    plugin: required(text(), "The plugin's name."),
    predicate: required(text(), "The predicate that held."),
    evidence: optional(text(), "What it says it saw."),
    capture: optional(text(), "What it captured."),
  }),
};
type LeafOutcome = ReturnType<typeof tagged<"kind", typeof leafOutcomes>>;

/** Spelt out for the same reason. */
export type WireOutcome =
  | Wire<LeafOutcome>
  | { readonly kind: "any"; readonly matched: WireOutcome }
  | { readonly kind: "all"; readonly matched: readonly WireOutcome[] };
/** Which branch of a matcher held, and what it saw. */
export type MatchOutcome =
  | Library<LeafOutcome>
  | { readonly kind: "any"; readonly matched: MatchOutcome }
  | { readonly kind: "all"; readonly matched: readonly MatchOutcome[] };

export const outcome: NamedNode & Typed<WireOutcome, WireOutcome, MatchOutcome, MatchOutcome> = named(
  "Outcome",
  "Which branch of the matcher held, and what it saw.",
  () => {
    const { lua, ...others } = leafOutcomes;
    return tagged("kind", {
      ...others,
      any: object({ matched: required(outcome, "The part that held.") }),
      all: object({ matched: required(array(outcome), "What each part saw.") }),
      lua,
    });
  },
);
