import type { Evaluation } from "../evaluation.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import { MatcherPart } from "./matcher-part.js";

export const bell: MatcherKind<MatcherOf<"bell">> = {
  compile: () => new BellPart(),
  describe: () => "the bell to ring",
  explain: (_, { bellCount }, { bells }) => {
    if (bells > 0) return undefined;
    if (bellCount === 0) return "the bell has never rung";
    return `the bell has not rung since the wait began; it rang ${bellCount === 1 ? "once" : `${bellCount} times`} before`;
  },
};

/** Rung once, it holds for the rest of the wait: a bell leaves nothing behind that could be looked at later. */
class BellPart extends MatcherPart {
  override evaluate({ bells }: Evaluation): MatchOutcome | undefined {
    return bells > 0 ? { kind: "bell" } : undefined;
  }
}
