import type { Evaluation } from "../evaluation.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import { MatcherPart } from "./matcher-part.js";

export const screenStable: MatcherKind<MatcherOf<"screen_stable">> = {
  compile: ({ minMs }) => new StablePart(minMs),
  describe: ({ minMs }) => `the screen to be still for ${minMs} ms`,
  explain({ minMs }, { stableMs }) {
    if (stableMs >= minMs) return undefined;
    return `the screen has been still for ${Math.floor(stableMs)} ms, not yet for ${minMs} ms`;
  },
};

class StablePart extends MatcherPart {
  override readonly minMs: number;

  constructor(minMs: number) {
    super();
    this.minMs = minMs;
  }

  override evaluate({ stableMs }: Evaluation): MatchOutcome | undefined {
    return stableMs >= this.minMs ? { kind: "screen_stable", minMs: this.minMs } : undefined;
  }

  override earliestMs({ stableMs }: Evaluation): number {
    return Math.max(0, this.minMs - stableMs);
  }

  /** Once still, it stays so until something happens. */
  override earliestEndMs({ stableMs }: Evaluation): number {
    return stableMs >= this.minMs ? Infinity : 0;
  }
}
