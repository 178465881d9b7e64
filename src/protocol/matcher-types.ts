import { MAX_AWAITED_CHARS, MAX_FOUND_PLACES, MAX_NAME_CHARS, MAX_PARAMS_CHARS } from "../base/index.js";
import type { Library, NamedNode, Typed, Wire } from "./schema/schema.js";
import {
  array,
  boolean,
  defaulted,
  integer,
  json,
  named,
  object,
  optional,
  optionalValueFields,
  regex,
  required,
  tagged,
  text,
  valueAs,
  valueFields,
} from "./schema/schema.js";
import type { ScreenBox } from "./terminal-types.js";
import { boxFields, rowPlace, wantedStyle } from "./terminal-types.js";

/** As the library limits them; said here so that the documents can say it too. */
const MAX_MATCHERS = 256;

const literalText = (description: string) =>
  valueAs("text", required(text({ maxLength: MAX_AWAITED_CHARS }), description));
const pattern = valueAs("pattern", required(regex(), "A pattern of the Rust regex dialect."));
/** As Windows counts them; elsewhere they end at 255. */
const MAX_EXIT_CODE = 4_294_967_295;

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
  cursor_visible: valueAs("visible", required(boolean(), "Whether the program shows the cursor.")),
  screen_stable: valueFields(
    required(object({ min_ms: required(integer(), "Milliseconds.") }), "How long nothing has changed."),
  ),
  bell: object({}, "The program rang the bell (BEL) since the wait began."),
  process_exited: object({}),
  exit_code: valueAs("code", required(integer(0, MAX_EXIT_CODE), "The code that the program ended with by itself.")),
  title: literalText("A part of the window title, compared case-sensitively."),
  title_regex: pattern,
  style: valueFields(
    required(
      object({
        style: required(wantedStyle, "How it must be drawn, all of it but its blanks."),
        text: optional(
          text({ minLength: 1, maxLength: MAX_AWAITED_CHARS }),
          "The text; without one and without a regex, anything that is drawn so.",
        ),
        regex: optional(regex(), "The same for all that a pattern of the Rust regex dialect matches."),
        exact: optional(boolean(), "Only where it is no part of a longer word."),
        nth: optional(
          integer(-MAX_FOUND_PLACES, MAX_FOUND_PLACES - 1),
          "There are so many of them that there is one with this number, from zero; negative counts from the last.",
        ),
      }),
      "What is drawn how.",
    ),
  ),
  changed: optionalValueFields(
    defaulted(
      object({ row: optional(rowPlace, "This row only, from zero; negative counts from the bottom.") }),
      {},
      "Where.",
    ),
    "The screen, or a row of it, shows something else than when the wait began, in text or style.",
  ),
  lua: valueFields(
    required(
      object({
        plugin: required(text({ maxLength: MAX_NAME_CHARS }), "The plugin's name."),
        predicate: required(text({ maxLength: MAX_NAME_CHARS }), "One of its predicates."),
        params: optional(json({ maxChars: MAX_PARAMS_CHARS }), "Handed to the predicate."),
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
  | { readonly type: "all"; readonly value: readonly WireMatcher[] }
  | { readonly type: "not"; readonly value: WireMatcher }
  | { readonly type: "row"; readonly value: { readonly row: number; readonly matcher: WireMatcher } }
  | { readonly type: "region"; readonly value: ScreenBox & { readonly matcher: WireMatcher } };
/** What a wait waits for. Plain data: serializable, compared case-sensitively. */
export type Matcher =
  | Library<Leaf>
  | { readonly type: "any"; readonly matchers: readonly Matcher[] }
  | { readonly type: "all"; readonly matchers: readonly Matcher[] }
  | { readonly type: "not"; readonly matcher: Matcher }
  | { readonly type: "row"; readonly row: number; readonly matcher: Matcher }
  | (ScreenBox & { readonly type: "region"; readonly matcher: Matcher });

export const matcher: NamedNode & Typed<WireMatcher, WireMatcher, Matcher, Matcher> = named(
  "Matcher",
  "What a wait waits for: `type`, and `value`.",
  () => {
    const parts = valueAs("matchers", required(array(matcher, MAX_MATCHERS), "The parts."));
    const held = required(
      matcher,
      "Looks at that text alone: contains_text, screen_regex, style, changed; not, any, all of them.",
    );
    const { lua, ...others } = leaves;
    return tagged("type", {
      ...others,
      any: parts,
      all: parts,
      not: valueAs("matcher", required(matcher, "What must not be so.")),
      row: valueFields(
        required(
          object({ row: required(rowPlace, "From zero; negative counts from the bottom."), matcher: held }),
          "Of which row what must be so. Its text ends with the last character that is no blank.",
        ),
      ),
      region: valueFields(
        required(
          object({ ...boxFields, matcher: held }),
          "Of which rectangle what must be so. Its rows end with the last character that is no blank.",
        ),
      ),
      lua,
    });
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
  cursor_visible: object({ visible: required(boolean(), "Whether it is shown.") }),
  screen_stable: object({ min_ms: required(integer(), "Milliseconds asked for.") }),
  bell: object({}),
  process_exited: object({}),
  exit_code: object({ code: required(integer(), "The code that it ended with.") }),
  title: foundText,
  title_regex: foundPattern,
  style: object({
    row: required(integer(), "Its first row, from zero."),
    col: required(integer(), "Its first column, from zero."),
    length: required(integer(), "Cells that it takes."),
    text: required(text(), "What stands there."),
  }),
  changed: object({}),
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
  | { readonly kind: "all"; readonly matched: readonly WireOutcome[] }
  | { readonly kind: "not" }
  | { readonly kind: "row"; readonly row: number; readonly matched: WireOutcome }
  | (ScreenBox & { readonly kind: "region"; readonly matched: WireOutcome });
/** Which branch of a matcher held, and what it saw. */
export type MatchOutcome =
  | Library<LeafOutcome>
  | { readonly kind: "any"; readonly matched: MatchOutcome }
  | { readonly kind: "all"; readonly matched: readonly MatchOutcome[] }
  | { readonly kind: "not" }
  | { readonly kind: "row"; readonly row: number; readonly matched: MatchOutcome }
  | (ScreenBox & { readonly kind: "region"; readonly matched: MatchOutcome });

export const outcome: NamedNode & Typed<WireOutcome, WireOutcome, MatchOutcome, MatchOutcome> = named(
  "Outcome",
  "Which branch of the matcher held, and what it saw.",
  () => {
    const { lua, ...others } = leafOutcomes;
    return tagged("kind", {
      ...others,
      any: object({ matched: required(outcome, "The part that held.") }),
      all: object({ matched: required(array(outcome), "What each part saw.") }),
      not: object({}),
      row: object({
        row: required(integer(), "Which row, from zero."),
        matched: required(outcome, "What held in it."),
      }),
      region: object({
        row: required(integer(), "Its first row, from zero."),
        col: required(integer(), "Its first column, from zero."),
        rows: required(integer(), "Rows of it that the screen has."),
        cols: required(integer(), "Columns of it that the screen has."),
        matched: required(outcome, "What held in it."),
      }),
      lua,
    });
  },
);
