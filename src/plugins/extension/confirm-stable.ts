import { WaitCancelledError } from "../../base/index.js";
import type { MatchOutcome } from "../../core/matcher/index.js";
import type { MatchResult } from "../../core/session/index.js";
import type { Look } from "./classifier.js";
import { mergeStates } from "./classifier.js";
import type { ExtensionState } from "./extension-state.js";

/** Limits the waits for a program that keeps changing its screen just after it was stable. */
const MAX_WAITS_AGAIN = 5;

export interface ConfirmedMatch {
  readonly state: ExtensionState;
  readonly match: MatchResult;
}

/**
 * Classifies after a wait. If the wait was for a stable screen, and the screen changed before it was classified, the state would
 * contradict the match: then it waits again. If that wait fails, the last state is kept.
 */
export async function confirmStable(
  first: MatchResult,
  { look, again }: { readonly look: () => Promise<Look>; readonly again: () => Promise<MatchResult> },
): Promise<ConfirmedMatch> {
  let match = first;
  let { state, moment } = await look();
  for (let waits = 0; waits < MAX_WAITS_AGAIN; waits++) {
    if (moment.sequence === match.sequence || !isStableMatch(match.outcome)) break;
    try {
      match = await again();
    } catch (error) {
      if (error instanceof WaitCancelledError) throw error;
      break;
    }
    const before = state;
    ({ state, moment } = await look());
    state = mergeStates(before, state);
  }
  return { state, match };
}

function isStableMatch(outcome: MatchOutcome): boolean {
  if (outcome.kind === "any") return isStableMatch(outcome.matched);
  if (outcome.kind === "all") return outcome.matched.some(isStableMatch);
  return outcome.kind === "screen_stable";
}
