import { kindOf } from "./kinds/index.js";
import type { MatchView } from "./match-view.js";
import { heldBy } from "./held-matchers.js";
import type { Matcher } from "./matcher.js";

const MAX_LINES = 8;

/**
 * Why a matcher has not matched, one short line for each part that failed. For time-out messages: it quotes the screen
 * unredacted, so a caller who shows it to others redacts it. Where the output may not be seen, nothing is said about it.
 */
export function explainMiss(matcher: Matcher, view: MatchView, { seesOutput = true } = {}): string[] {
  const lines: string[] = [];
  collect(matcher, view, seesOutput, lines);
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...lines.slice(0, MAX_LINES), `and ${more} more`] : lines;
}

function collect(matcher: Matcher, view: MatchView, seesOutput: boolean, lines: string[]): void {
  const kind = kindOf(matcher);
  if (kind.reads === "transcript" && !seesOutput) return;
  const line = kind.explain(matcher, view);
  if (line !== undefined) lines.push(line);
  for (const held of heldBy(matcher)) collect(held, view, seesOutput, lines);
}
