import { InvalidArgumentError, shown } from "../base/index.js";
import type { Matcher } from "../core/matcher/index.js";
import type { WireMatcher } from "../protocol/index.js";

export function matcherFromWire(matcher: WireMatcher): Matcher {
  switch (matcher.type) {
    case "contains_text":
    case "transcript_contains":
      return { type: matcher.type, text: matcher.value };
    case "screen_regex":
    case "transcript_regex":
      return { type: matcher.type, pattern: matcher.value };
    case "cursor_at":
      return { type: "cursor_at", row: matcher.value.row, col: matcher.value.col };
    case "screen_stable":
      return { type: "screen_stable", minMs: matcher.value.min_ms };
    case "process_exited":
      return { type: "process_exited" };
    case "any":
    case "all":
      return { type: matcher.type, matchers: matcher.value.map(matcherFromWire) };
    case "lua":
      return { type: "lua", ...matcher.value };
  }
}

export function matcherToWire(matcher: Matcher): WireMatcher {
  switch (matcher.type) {
    case "contains_text":
    case "transcript_contains":
      return { type: matcher.type, value: matcher.text };
    case "screen_regex":
    case "transcript_regex":
      return { type: matcher.type, value: matcher.pattern };
    case "cursor_at":
      return { type: "cursor_at", value: { row: matcher.row, col: matcher.col } };
    case "screen_stable":
      return { type: "screen_stable", value: { min_ms: matcher.minMs } };
    case "process_exited":
      return { type: "process_exited" };
    case "any":
    case "all":
      return { type: matcher.type, value: matcher.matchers.map(matcherToWire) };
    case "lua": {
      const { type, ...value } = matcher;
      return { type, value };
    }
    default:
      throw notOne(matcher);
  }
}

/** From plain JavaScript, anything may be handed in. */
function notOne(value: unknown): InvalidArgumentError {
  return new InvalidArgumentError(
    "matcher",
    `matcher must be one such as Matcher.containsText("ready"), got ${shown(value)}`,
  );
}
