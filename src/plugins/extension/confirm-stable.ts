import { WaitCancelledError } from "../../base/index.js";
import type { MatchOutcome } from "../../core/matcher/index.js";
import { outcomesIn } from "../../core/matcher/index.js";
import type { MatchResult } from "../../core/session/index.js";
import type { Look } from "./classifier.js";
import { mergeLooks } from "./classifier.js";

/** A program that moves just after it was still does not do so for ever. */
const MAX_WAITS_AGAIN = 5;

export interface ConfirmedMatch {
  readonly look: Look;
  readonly match: MatchResult;
}

/**
 * Looks at what a wait has found. Where the wait was for stillness and the program has moved before the look, the look would deny what
 * the wait has said: then it is waited for again. A wait that fails meanwhile leaves what was seen.
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
