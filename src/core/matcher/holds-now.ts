import type { Look } from "./evaluation.js";
import { Evaluation, TextMemory } from "./evaluation.js";
import { buildParts } from "./kinds/build-parts.js";
import type { MatchView } from "./match-view.js";
import type { Matcher } from "./matcher.js";
import { boxOf } from "./view-within.js";

/** Whether a matcher holds in this look; undefined if somebody would have to be asked, or if it was covered and is no matcher any more. */
export function holdsNow(
  matcher: Matcher,
  view: MatchView,
  facts: Pick<Look, "bells" | "before">,
): boolean | undefined {
  try {
    const { root, parts } = buildParts(matcher, undefined);
    if ([...parts.keys()].some(({ asksPlugin }) => asksPlugin)) return undefined;
    const memories = { screen: new TextMemory(), transcript: new TextMemory(), title: new TextMemory() };
    const look = { view, stableMs: view.stableMs, ...facts };
    const now = new Evaluation(look, memories, false, boxOf(view));
    const matched = root.evaluate(now) !== undefined;
    return now.isOpen ? undefined : matched;
  } catch {
    return undefined;
  }
}
