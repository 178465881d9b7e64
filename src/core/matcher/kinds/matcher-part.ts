import type { Evaluation } from "../evaluation.js";
import type { MatchMoment } from "../match-view.js";
import type { MatchOutcome } from "../../../protocol/index.js";

/** A compiled matcher or one of its branches. */
export abstract class MatcherPart {
  /** How long nothing must change for it, if it waits for that. */
  readonly minMs: number | undefined = undefined;
  /** A plugin answers for it. */
  readonly asksPlugin: boolean = false;

  abstract evaluate(now: Evaluation): MatchOutcome | undefined;

  /**
   * Milliseconds of stillness until it may match if nothing else happens: 0 when it matches now, Infinity when only an
   * event can change it.
   */
  earliestMs(now: Evaluation): number {
    return this.evaluate(now) === undefined ? Infinity : 0;
  }

  /** Whether somebody has to be asked, who answers later. */
  isOpen?(now: Evaluation): boolean;

  /** Asks, and remembers the answer for the evaluations to come. */
  ask?(moment: MatchMoment, signal?: AbortSignal): Promise<void>;

  /** Why nobody could answer when it was last asked. */
  get failure(): string | undefined {
    return undefined;
  }
}
