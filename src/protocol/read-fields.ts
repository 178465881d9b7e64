import { redactionFields } from "./redaction-types.js";
import { boolean, defaulted, object, optional, required, text, word } from "./schema/schema.js";

/** What a read of a screen may say, of a session's or an adapter's. */
export const snapshotFields = {
  ...redactionFields,
  cells: defaulted(boolean(), true, "With every cell and its style, some 250 bytes each; false leaves `cells` empty."),
} as const;

export const transcriptText = object({ text: required(text(), "The output.") });

/** Of a session whose raw file is not whole. */
export const rawTranscriptError = optional(
  word(),
  "The raw file lacks output from some point on, because of this: ENOSPC for a full disk, say.",
);
