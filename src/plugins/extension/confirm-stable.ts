import { WaitCancelledError } from "../../base/index.js";
import type { MatchOutcome } from "../../core/matcher/index.js";
import { outcomesIn } from "../../core/matcher/index.js";
import type { MatchResult } from "../../core/session/index.js";
import type { Look } from "./classifier.js";
import { mergeLooks } from "./classifier.js";

/** Limits the waits for a program that keeps changing its screen just after it was stable. */
const MAX_WAITS_AGAIN = 5;

export interface ConfirmedMatch {
  readonly look: Look;
  readonly match: MatchResult;
}

/**
 * Classifies after a wait. If the wait was for a stable screen, and the screen changed before it was classified, the state would
 * contradict the match: then it waits again. If that wait fails, the last state is kept.
 */
export async function confirmStable(
  first: MatchResult,
  { look: lookNow, again }: { readonly look: () => Promise<Look>; readonly again: () => Promise<MatchResult> },
): Promise<ConfirmedMatch> {
  let match = first;
  let look = await lookNow();
  for (let waits = 0; waits < MAX_WAITS_AGAIN; waits++) {
    if (look.moment.sequence === match.sequence || !restsOnStillness(match.outcome)) break;
    try {
      match = await again();
    } catch (error) {
      if (error instanceof WaitCancelledError) throw error;
      break;
    }
    look = mergeLooks(look, await lookNow());
  }
  return { look, match };
}

const restsOnStillness = (outcome: MatchOutcome): boolean =>
  outcomesIn(outcome).some(({ kind }) => kind === "screen_stable");
