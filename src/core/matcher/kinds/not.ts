import type { Evaluation } from "../evaluation.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import type { Ask } from "./matcher-part.js";
import { MatcherPart } from "./matcher-part.js";

export const not: MatcherKind<MatcherOf<"not">> = {
  compile: ({ matcher }, { branch }) => new NotPart(branch(matcher, "matcher")),
  describe: ({ matcher }, { describe }) => `not (${describe(matcher)})`,
  // What it holds would tell why that does not match, which is what is wanted.
  heldView: () => undefined,
  explain({ matcher }, view, { holds, describe }) {
    const isSo = holds(matcher, view);
    if (isSo === false) return undefined;
    return isSo === undefined
      ? `it cannot be told whether it is so, and it must not be: ${describe(matcher)}`
      : `it is so, and must not be: ${describe(matcher)}`;
  },
};

/** Matches when its branch does not. What nobody could tell is no match: a plugin that failed, a search that was given up. */
class NotPart extends MatcherPart {
  readonly #branch: MatcherPart;

  constructor(branch: MatcherPart) {
    super();
    this.#branch = branch;
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    return now.turned((turned) => this.#branch.evaluate(turned)) === undefined ? { kind: "not" } : undefined;
  }

  override earliestMs(now: Evaluation): number {
    return now.turned((turned) => this.#branch.earliestEndMs(turned));
  }

  override earliestEndMs(now: Evaluation): number {
    return now.turned((turned) => this.#branch.earliestMs(turned));
  }

  override asks(now: Evaluation): readonly Ask[] {
    return now.turned((turned) => this.#branch.asks(turned));
  }
}
