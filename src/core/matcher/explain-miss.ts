import { PatternBudget } from "../../text/regex/index.js";
import { describeAt } from "./describe-matcher.js";
import { kindOf } from "./kinds/index.js";
import type { ScreenBefore } from "./evaluation.js";
import type { MatchView } from "./match-view.js";
import { heldBy } from "./held-matchers.js";
import { holdsNow } from "./holds-now.js";
import type { Matcher } from "./matcher.js";

const MAX_LINES = 8;

/** What is known of the wait beside what is seen now. */
export interface MissFacts {
  /** False where the output may not be seen: nothing is said about it. */
  readonly seesOutput?: boolean | undefined;
  /** How often the bell rang during the wait. */
  readonly bells?: number | undefined;
  /** The screen when the wait began. */
  readonly before?: ScreenBefore | undefined;
  /** What was said of the same miss by those who knew that screen. */
  readonly said?: readonly string[] | undefined;
}

/**
 * Why a matcher has not matched, one short line for each part that failed. For time-out messages: it quotes the screen
 * unredacted, so a caller who shows it to others redacts it.
 */
export function explainMiss(
  matcher: Matcher,
  view: MatchView,
  { seesOutput = true, bells = 0, before, said }: MissFacts = {},
): string[] {
  const lines: string[] = [];
  const patterns = new PatternBudget();
  const nearPatterns = new PatternBudget();
  let more = 0;
  const collect = (part: Matcher, seen: MatchView, place: string): void => {
    const kind = kindOf(part);
    if (kind.reads === "transcript" && !seesOutput) return;
    // Not worth a look: nobody reads a thousand reasons.
    if (lines.length === MAX_LINES) more++;
    else {
      const line = kind.explain(part, seen, {
        patterns,
        nearPatterns,
        bells,
        before,
        said,
        place,
        describe: (held) => describeAt(held, place),
        holds: (held, now) => holdsNow(held, now, { bells, before }),
      });
      if (line !== undefined) lines.push(line);
    }
    const within = kind.heldView === undefined ? seen : kind.heldView(part, seen);
    if (within !== undefined) for (const held of heldBy(part)) collect(held, within, kind.heldPlace?.(part) ?? place);
  };
  collect(matcher, view, "on the screen");
  return more > 0 ? [...lines, `and up to ${more} more`] : lines;
}
