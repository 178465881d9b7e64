import {
  boolean,
  either,
  integer,
  integerCalled,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
} from "./schema/schema.js";

/** As long as a label may be. */
const MAX_LABEL_CHARS = 256;

export const since = named("Since", "What a wait or a read counts from.", () =>
  either(
    oneOf("input"),
    integerCalled("a sequence number"),
    object({ marker: required(text({ maxLength: MAX_LABEL_CHARS }), "A label of the transcript.") }),
  ),
);

/** For everything that waits. */
export const sinceField = optional(
  since,
  "Only what was written after this counts: the last input (of a submitted line, the end of its echo), a sequence number, or a label; everything unless said otherwise.",
);

/** What a wait that counts from a moment tells beside its match. */
export const presenceFields = {
  first_seen_sequence: optional(integer(), "With `since`: the first change after which it was there."),
  was_present_before: optional(boolean(), "With `since`: it would have held before that, which does not count."),
} as const;
