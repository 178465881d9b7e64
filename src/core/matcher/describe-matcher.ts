import { unreachable } from "./checked-matcher.js";
import type { Matcher } from "./matcher.js";
import { quoted } from "./quoted-text.js";

const MAX_LISTED = 8;

/**
 * What is being waited for, in one line for people.
 *
 * @example
 * ```ts
 * describeMatcher(Matcher.containsText("ready")); // text "ready" on the screen
 * ```
 */
export function describeMatcher(matcher: Matcher): string {
  switch (matcher.type) {
    case "contains_text":
      return `text ${quoted(matcher.text)} on the screen`;
    case "screen_regex":
      return `a match of ${quoted(matcher.pattern)} on the screen`;
    case "transcript_contains":
      return `text ${quoted(matcher.text)} in the output`;
    case "transcript_regex":
      return `a match of ${quoted(matcher.pattern)} in the output`;
    case "cursor_at":
      return `the cursor at row ${matcher.row}, column ${matcher.col}`;
    case "screen_stable":
      return `the screen to be still for ${matcher.minMs} ms`;
    case "process_exited":
      return "the process to exit";
    case "any":
      return matcher.matchers.length === 0 ? "nothing (an empty any never matches)" : list(matcher.matchers, "or");
    case "all":
      return matcher.matchers.length === 0
        ? "nothing more (an empty all matches at once)"
        : list(matcher.matchers, "and");
    case "lua":
      return `predicate ${quoted(matcher.predicate)} of plugin ${quoted(matcher.plugin)}`;
    default:
      return unreachable(matcher);
  }
}

function list(matchers: readonly Matcher[], word: "or" | "and"): string {
  const shown = matchers.slice(0, MAX_LISTED).map((child) => {
    const text = describeMatcher(child);
    const several = (child.type === "any" || child.type === "all") && child.matchers.length > 1;
    return several && matchers.length > 1 ? `(${text})` : text;
  });
  const more = matchers.length - shown.length;
  if (more > 0) shown.push(`${more} more`);
  return shown.join(`, ${word} `);
}
