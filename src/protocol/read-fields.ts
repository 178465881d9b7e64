import { redactionFields } from "./redaction-types.js";
import { boolean, defaulted, object, required, text } from "./schema/schema.js";

/** What a read of a screen may say, of a session's or an adapter's. */
export const snapshotFields = {
  ...redactionFields,
  cells: defaulted(boolean(), true, "With every cell and its style, some 250 bytes each; false leaves `cells` empty."),
} as const;

export const transcriptText = object({ text: required(text(), "The output.") });
