import { inField } from "../base/index.js";
import type { CheckedParams } from "../protocol/index.js";
import { RedactionPolicy } from "../text/redaction/index.js";

/** How what one reader is shown is covered. */
export type ReadPolicy = RedactionPolicy;

/** What a reader may ask for. */
export type ReadParams = Pick<CheckedParams<"session.transcript">, "redact" | "redaction">;

/** Throws an InvalidArgumentError for rules that are none. */
export function readPolicy({ redact, redaction }: ReadParams): ReadPolicy {
  if (!redact) return new RedactionPolicy({ enabled: false });
  if (redaction === undefined) return RedactionPolicy.default();
  try {
    // `redact` alone says whether.
    return new RedactionPolicy({ ...redaction, enabled: true });
  } catch (error) {
    throw inField("redaction", error);
  }
}

/** A text that is shown to whoever looks. */
export const redactedText = (text: string): string => RedactionPolicy.default().redact(text);
