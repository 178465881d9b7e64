import type { Evaluation } from "../evaluation.js";
import type { MatchMoment } from "../match-view.js";
import type { MatchOutcome } from "../../../protocol/index.js";

/** Asks somebody who answers later, and remembers the answer for the evaluations to come. */
export type Ask = (moment: MatchMoment, signal?: AbortSignal) => Promise<void>;

/** A compiled matcher or one of its branches. */
export abstract class MatcherPart {
  /** How long nothing must change for it, if it waits for that. */
  readonly minMs: number | undefined = undefined;
  /** A plugin answers for it. */
  readonly asksPlugin: boolean = false;
  /** It compares with the screen as it was when the wait began. */
  readonly seesChange: boolean = false;

  /** It held, and does so no more: the number of the change that ended it. */
  vanishedAt: number | undefined;

  abstract evaluate(now: Evaluation): MatchOutcome | undefined;

  /**
   * Milliseconds of stillness until it may match if nothing else happens: 0 when it matches now, Infinity when only an
   * event can change it. Never too late; too early where several times must agree.
   */
  earliestMs(now: Evaluation): number {
    return this.evaluate(now) === undefined ? Infinity : 0;
  }

  /** The same until it may cease to match: 0 when it does not match now. */
  earliestEndMs(now: Evaluation): number {
    return this.evaluate(now) === undefined ? 0 : Infinity;
  }

  /** Who has to be asked for its answer, and that of the branches in it. */
  asks(now: Evaluation): readonly Ask[];
  asks(): readonly Ask[] {
    return [];
  }

  /** Why nobody could answer when it was last asked. */
  get failure(): string | undefined {
    return undefined;
  }
}
