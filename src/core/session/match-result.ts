import type { MatchOutcome } from "../matcher/index.js";
import type { ScreenSnapshot } from "../screen/index.js";

/** What a wait saw when it succeeded. All of it belongs to one sequence number. */
export interface MatchResult<Outcome extends MatchOutcome = MatchOutcome> {
  readonly matched: true;
  readonly sequence: number;
  readonly elapsedMs: number;
  readonly snapshot: ScreenSnapshot;
  /** The last 16,384 characters of output. */
  readonly transcriptTail: string;
  /** Which branch fired, and what it captured. */
  readonly outcome: Outcome;
}
