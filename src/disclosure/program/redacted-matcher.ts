import { matcher as matcherSchema, covered } from "../../protocol/index.js";
import type { Matcher } from "../../core/matcher/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";

export interface RedactedMatcher {
  readonly matcher: Matcher;
  /** Nothing had to be covered. */
  readonly isUnchanged: boolean;
}

/** The matcher with secrets in its texts covered, for words about it; a plugin's parameters are never shown. */
export function redactedMatcher(matcher: Matcher, policy: RedactionPolicy): RedactedMatcher {
  let isUnchanged = true;
  const noted = (before: string, after: string): string => {
    if (before !== after) isUnchanged = false;
    return after;
  };
  const redacted = covered(matcherSchema, matcher, {
    text: (text) => noted(text, policy.redact(text)),
    regex: (pattern) => noted(pattern, redactedPattern(pattern, policy)),
    json: () => undefined,
  });
  return { matcher: redacted, isUnchanged };
}

/** A backslash before a full stop hides what a secret looks like. */
export function redactedPattern(pattern: string, policy: RedactionPolicy): string {
  const redacted = policy.redact(pattern);
  if (redacted !== pattern) return redacted;
  return policy.spans(pattern.replace(/\\([^a-z0-9])/gi, "$1")).length > 0 ? policy.replacement : pattern;
}
