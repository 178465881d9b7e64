import { array, boolean, defaulted, named, object, optional, text } from "./schema/schema.js";

const redaction = named("Redaction", "Rules for this read, on top of those that always apply.", () =>
  object({
    enabled: optional(boolean(), "Taken for true: `redact` alone decides."),
    replacement: optional(text(), 'What stands in a secret\'s place; "[REDACTED]" unless said otherwise.'),
    extra_literals: optional(array(text(), 1_024), "Values to hide."),
    extra_regexes: optional(array(text(), 64), "Patterns to hide, in the Rust regex dialect."),
  }),
);

/** What every read may say about secrets. */
export const redactionFields = {
  redact: defaulted(boolean(), true, "False shows the text as it is, for trusted local debugging."),
  redaction: optional(redaction, "Further rules for this read."),
} as const;
