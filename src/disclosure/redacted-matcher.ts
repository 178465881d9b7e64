import type { Matcher } from "../core/matcher/index.js";
import type { RedactionPolicy } from "../text/redaction/index.js";

/** The matcher with secrets in its texts covered, for words about it; a plugin's parameters are never shown. */
export function redactedMatcher(matcher: Matcher, policy: RedactionPolicy): Matcher {
  switch (matcher.type) {
    case "contains_text":
    case "transcript_contains":
      return { type: matcher.type, text: policy.redact(matcher.text) };
    case "screen_regex":
    case "transcript_regex":
      return { type: matcher.type, pattern: redactedPattern(matcher.pattern, policy) };
    case "any":
    case "all":
      return { type: matcher.type, matchers: matcher.matchers.map((part) => redactedMatcher(part, policy)) };
    case "lua":
      return { type: "lua", plugin: policy.redact(matcher.plugin), predicate: policy.redact(matcher.predicate) };
    default:
      return matcher;
  }
}

/** A backslash before a full stop hides what a secret looks like. */
export function redactedPattern(pattern: string, policy: RedactionPolicy): string {
  const redacted = policy.redact(pattern);
  if (redacted !== pattern) return redacted;
  return policy.spans(pattern.replace(/\\([^a-z0-9])/gi, "$1")).length > 0 ? policy.replacement : pattern;
}

/** Whether nothing had to be covered. */
export function isUnchanged(before: Matcher, after: Matcher): boolean {
  if ("matchers" in before && "matchers" in after)
    return before.matchers.every((part, index) => isUnchanged(part, after.matchers[index]));
  if ("text" in before && "text" in after) return before.text === after.text;
  if ("pattern" in before && "pattern" in after) return before.pattern === after.pattern;
  if ("plugin" in before && "plugin" in after)
    return before.plugin === after.plugin && before.predicate === after.predicate;
  return true;
}
