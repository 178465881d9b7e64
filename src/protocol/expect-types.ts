import { MAX_AWAITED_CHARS, MAX_EXPECT_PATTERNS } from "../base/index.js";
import type { Library } from "./schema/schema.js";
import {
  array,
  boolean,
  integer,
  named,
  nullable,
  object,
  oneOrMany,
  optional,
  regex,
  required,
  tagged,
  text,
  valueAs,
} from "./schema/schema.js";

const expectPattern = named("ExpectPattern", "What a program is expected to say.", () =>
  tagged("type", {
    text: valueAs(
      "text",
      required(text({ minLength: 1, maxLength: MAX_AWAITED_CHARS }), "The text, compared case-sensitively."),
    ),
    regex: valueAs("pattern", required(regex(), "A pattern of the Rust regex dialect.")),
    eof: object({}, "The program has ended and all it wrote was looked at."),
    timeout: object({}, "The time is up: then this is answered instead of an error."),
  }),
);

/** One pattern, or several of which the first that is found counts. */
export const expectPatterns = oneOrMany(expectPattern, MAX_EXPECT_PATTERNS);

/** What was found. */
export const expectResult = object({
  index: required(integer(), "Which of the patterns; 0 for a single one."),
  before: required(text(), "What came before it, since the last match or the last line that was submitted."),
  match: required(text(), "What was found; empty for eof and timeout."),
  groups: required(array(nullable(text())), "The groups of a pattern; null for one that took no part."),
  after: required(
    text(),
    "What had come behind it by then, the first 32,768 characters; the next call begins with that.",
  ),
  more_after: optional(boolean(), "More had come than after has; the next call sees it."),
  dropped: optional(boolean(), "Some of what came before is no longer kept."),
});

/** A pattern as the protocol has it. */
export type SpokenPattern = Library<typeof expectPattern>;
