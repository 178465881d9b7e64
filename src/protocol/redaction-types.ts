import { MAX_LITERAL_CHARS, MAX_REPLACEMENT_CHARS } from "../base/index.js";
import type { LibraryInput } from "./schema/schema.js";
import { array, boolean, defaulted, named, object, optional, regex, text } from "./schema/schema.js";

const redaction = named("Redaction", "Rules for this read, on top of those that always apply.", () =>
  object({
    enabled: optional(boolean(), "Taken for true: `redact` alone decides."),
    replacement: optional(
      text({ maxLength: MAX_REPLACEMENT_CHARS }),
      'What stands in a secret\'s place; "[REDACTED]" unless said otherwise.',
    ),
    extra_literals: optional(array(text({ maxLength: MAX_LITERAL_CHARS }), 256), "Values to hide."),
    extra_regexes: optional(array(regex(), 64), "Patterns to hide, in the Rust regex dialect."),
  }),
);

/**
 * What a redaction policy is made of: whether it is `enabled`, the `replacement` that is written for each secret, `extraLiterals` to hide also
 * in their JSON and URL spellings, and `extraRegexes` in the Rust dialect.
 */
export type RedactionOptions = LibraryInput<typeof redaction>;

/** What every read may say about secrets. */
export const redactionFields = {
  redact: defaulted(boolean(), true, "False shows the text as it is, for trusted local debugging."),
  redaction: optional(redaction, "Further rules for this read."),
} as const;
