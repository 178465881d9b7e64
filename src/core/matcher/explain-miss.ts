import { unreachable } from "./checked-matcher.js";
import type { MatchView } from "./match-view.js";
import type { Matcher } from "./matcher.js";
import { nearestOnScreen } from "./nearest-text.js";
import { quoted } from "./quoted-text.js";
import { MAX_CHARS_SEARCHED_AT_ONCE } from "../../base/index.js";
import { compileRegex } from "../../text/regex/index.js";

const MAX_LINES = 8;

/**
 * Why a matcher has not matched, one short line for each part that failed. For time-out messages: it quotes the screen
 * unredacted, so a caller who shows it to others redacts it.
 */
export function explainMiss(matcher: Matcher, view: MatchView): string[] {
  const lines: string[] = [];
  collect(matcher, view, lines);
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...lines.slice(0, MAX_LINES), `and ${more} more`] : lines;
}

function collect(matcher: Matcher, view: MatchView, lines: string[]): void {
  if (matcher.type === "any" || matcher.type === "all") {
    if (matcher.type === "any" && matcher.matchers.length === 0) lines.push("an empty any never matches");
    for (const child of matcher.matchers) collect(child, view, lines);
    return;
  }
  const line = explainLeaf(matcher, view);
  if (line !== undefined) lines.push(line);
}

type Leaf = Exclude<Matcher, { type: "any" | "all" }>;

/** undefined when the leaf does match. */
function explainLeaf(matcher: Leaf, view: MatchView): string | undefined {
  switch (matcher.type) {
    case "contains_text":
      return explainScreenText(matcher.text, view);
    case "transcript_contains":
      if (view.transcriptTail.includes(matcher.text)) return undefined;
      if (!view.screenText.includes(matcher.text)) return `text ${quoted(matcher.text)} is not in the output`;
      return `text ${quoted(matcher.text)} is on the screen, but not in one piece in the output; use contains_text`;
    case "screen_regex":
    case "transcript_regex":
      return explainRegex(matcher.type, matcher.pattern, view);
    case "cursor_at":
      if (view.cursorRow === matcher.row && view.cursorCol === matcher.col) return undefined;
      return `the cursor is at row ${view.cursorRow}, column ${view.cursorCol}, not at row ${matcher.row}, column ${matcher.col}`;
    case "screen_stable":
      if (view.stableMs >= matcher.minMs) return undefined;
      return `the screen has been still for ${Math.floor(view.stableMs)} ms, not yet for ${matcher.minMs} ms`;
    case "process_exited":
      return view.exited ? undefined : "the process is still running";
    case "lua":
      return `predicate ${quoted(matcher.predicate)} of plugin ${quoted(matcher.plugin)} did not match`;
    default:
      return unreachable(matcher);
  }
}

function explainScreenText(text: string, view: MatchView): string | undefined {
  const screen = view.screenText;
  if (screen.includes(text)) return undefined;
  const missing = `text ${quoted(text)} is not on the screen`;
  if (view.transcriptTail.includes(text))
    return `${missing}, but it is in the output: it has scrolled away or been overwritten; use transcript_contains`;
  if (screen.trim() === "") return `${missing}, which is empty`;
  const nearest = nearestOnScreen(text, screen);
  return nearest === undefined ? missing : `${missing}; ${nearest}`;
}

function explainRegex(type: "screen_regex" | "transcript_regex", pattern: string, view: MatchView): string | undefined {
  const onScreen = type === "screen_regex";
  let regex;
  try {
    regex = compileRegex(pattern);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const isLarge = view.screenText.length > MAX_CHARS_SEARCHED_AT_ONCE;
  if (isLarge && onScreen && regex.mayMatch(view.screenText))
    return `the screen is too large to tell in time whether ${quoted(pattern)} matches it`;
  if (regex.test(onScreen ? view.screenText : view.transcriptTail)) return undefined;
  const missing = `${quoted(pattern)} does not match the ${onScreen ? "screen" : "output"}`;
  if (!onScreen && isLarge) return missing;
  if (!regex.test(onScreen ? view.transcriptTail : view.screenText)) return missing;
  return onScreen
    ? `${missing}, but it matches the output; use transcript_regex`
    : `${missing}, but it matches the screen; use screen_regex`;
}
