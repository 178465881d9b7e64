import type { Evaluation } from "./evaluation.js";
import type { MatchOutcome } from "./outcome.js";

/** A compiled matcher or one of its branches. */
export abstract class MatcherPart {
  /** The text it looks at, if any. */
  readonly reads: "screen" | "transcript" | undefined = undefined;

  abstract evaluate(now: Evaluation): MatchOutcome | undefined;

  /**
   * Milliseconds of stillness until it may match if nothing else happens: 0 when it matches now, Infinity when only an
   * event can change it.
   */
  earliestMs(now: Evaluation): number {
    return this.evaluate(now) === undefined ? Infinity : 0;
  }
}
