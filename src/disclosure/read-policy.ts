import { InvalidArgumentError, inField } from "../base/index.js";
import type { CheckedParams } from "../protocol/index.js";
import { RedactionPolicy, extendedPolicy } from "../text/redaction/index.js";

/** How what one reader is shown is covered. */
export type ReadPolicy = RedactionPolicy;

/** What a reader may ask for. */
export type ReadParams = Pick<CheckedParams<"session.transcript">, "redact" | "redaction">;

/** A replacement that may be a part of a token or of a key would pass for something that was covered already. */
const TELLING_REPLACEMENT = /^[\w\s.~+/=:;,%&?@$"'`\\-]+$/;

/**
 * For a reader who may not see anything raw: own rules see only what is left, else what they match, guess by guess, would tell what is
 * covered.
 */
export function strictReadPolicy(params: ReadParams): ReadPolicy {
  const policy = readPolicy(params);
  if (params.redaction === undefined) return policy;
  if (TELLING_REPLACEMENT.test(policy.replacement))
    throw new InvalidArgumentError(
      "redaction.replacement",
      "replacement must hold a character that no token has, such as * or [, where unredacted reads are refused",
    );
  return extendedPolicy(policy, { extraSeesCovered: true });
}

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
