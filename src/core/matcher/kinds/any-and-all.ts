import type { Evaluation } from "../evaluation.js";
import type { Matcher, MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { Compiling, MatcherKind } from "./matcher-kind.js";
import type { Ask } from "./matcher-part.js";
import { MatcherPart } from "./matcher-part.js";

const MAX_LISTED = 8;

export const any: MatcherKind<MatcherOf<"any">> = {
  compile: ({ matchers }, compiling) => new AnyPart(branches(matchers, compiling)),
  describe: ({ matchers }, { describe }) =>
    matchers.length === 0 ? "nothing (an empty any never matches)" : list(matchers, "or", describe),
  explain: ({ matchers }) => (matchers.length === 0 ? "an empty any never matches" : undefined),
};

export const all: MatcherKind<MatcherOf<"all">> = {
  compile: ({ matchers }, compiling) => new AllPart(branches(matchers, compiling)),
  describe: ({ matchers }, { describe }) =>
    matchers.length === 0 ? "nothing more (an empty all matches at once)" : list(matchers, "and", describe),
  explain: () => undefined,
};

const branches = (matchers: readonly Matcher[], { branch }: Compiling): MatcherPart[] =>
  matchers.map((held, i) => branch(held, `matchers[${i}]`));

function list(matchers: readonly Matcher[], word: "or" | "and", describe: (held: Matcher) => string): string {
  const shown = matchers.slice(0, MAX_LISTED).map((held) => {
    const several = (held.type === "any" || held.type === "all") && held.matchers.length > 1;
    return several && matchers.length > 1 ? `(${describe(held)})` : describe(held);
  });
  const more = matchers.length - shown.length;
  if (more > 0) shown.push(`${more} more`);
  return shown.join(`, ${word} `);
}

/** The first branch that matches. */
class AnyPart extends MatcherPart {
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

  override earliestEndMs(now: Evaluation): number {
    return Math.max(0, ...this.#branches.map((branch) => branch.earliestEndMs(now)));
  }

  override asks(now: Evaluation): readonly Ask[] {
    return this.#branches.flatMap((branch) => branch.asks(now));
  }
}

/** Every branch at the same evaluation. */
class AllPart extends MatcherPart {
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

  override earliestEndMs(now: Evaluation): number {
    return Math.min(...this.#branches.map((branch) => branch.earliestEndMs(now)));
  }

  override asks(now: Evaluation): readonly Ask[] {
    return this.#branches.flatMap((branch) => branch.asks(now));
  }
}
