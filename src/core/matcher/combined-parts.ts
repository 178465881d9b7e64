import type { Evaluation } from "./evaluation.js";
import { MatcherPart } from "./matcher-part.js";
import type { MatchOutcome } from "./outcome.js";

/** The first branch that matches. */
export class AnyPart extends MatcherPart {
  readonly #branches: readonly MatcherPart[];

  constructor(branches: readonly MatcherPart[]) {
    super();
    this.#branches = branches;
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    for (const branch of this.#branches) {
      const matched = branch.evaluate(now);
      if (matched !== undefined) return { kind: "any", matched };
    }
    return undefined;
  }

  override earliestMs(now: Evaluation): number {
    let earliest = Infinity;
    for (const branch of this.#branches) earliest = Math.min(earliest, branch.earliestMs(now));
    return earliest;
  }
}

/** Every branch at the same evaluation. */
export class AllPart extends MatcherPart {
  readonly #branches: readonly MatcherPart[];

  constructor(branches: readonly MatcherPart[]) {
    super();
    this.#branches = branches;
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    const matched: MatchOutcome[] = [];
    for (const branch of this.#branches) {
      const outcome = branch.evaluate(now);
      if (outcome === undefined) return undefined;
      matched.push(outcome);
    }
    return { kind: "all", matched };
  }

  override earliestMs(now: Evaluation): number {
    let latest = 0;
    for (const branch of this.#branches) {
      latest = Math.max(latest, branch.earliestMs(now));
      if (latest === Infinity) break;
    }
    return latest;
  }
}
