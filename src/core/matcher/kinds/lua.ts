import type { Evaluation } from "../evaluation.js";
import type { MatchMoment } from "../match-view.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { PluginRegistry, PredicateOutcome } from "../plugin-registry.js";
import type { MatcherKind } from "./matcher-kind.js";
import type { Ask } from "./matcher-part.js";
import { MatcherPart } from "./matcher-part.js";
import { quoted } from "./quoted-text.js";

export const lua: MatcherKind<MatcherOf<"lua">> = {
  compile: (matcher, { registry }) => new LuaPart(matcher, registry),
  describe: (matcher) => nameOf(matcher),
  explain: (matcher) => `${nameOf(matcher)} did not match`,
};

const nameOf = ({ plugin, predicate }: MatcherOf<"lua">): string =>
  `predicate ${quoted(predicate)} of plugin ${quoted(plugin)}`;

/** A predicate sees how long the screen was still, so that it is asked again as that time grows: at most this much too late. */
const FIRST_STEP_MS = 20;
const STEP_FACTOR = 1.25;

/** Asks a plugin. The tree is evaluated at once and the plugin answers later: this part holds what it said last. */
class LuaPart extends MatcherPart {
  override readonly asksPlugin = true;
  readonly #matcher: MatcherOf<"lua">;
  readonly #registry: PluginRegistry | undefined;
  /** Undefined before the first, and when the plugin could give none. */
  #answer: PredicateOutcome | undefined;
  #failure: string | undefined;

  constructor(matcher: MatcherOf<"lua">, registry: PluginRegistry | undefined) {
    super();
    this.#matcher = matcher;
    this.#registry = registry;
  }

  /** It may answer otherwise each time. */
  override asks(): readonly Ask[] {
    return [async (moment) => this.#ask(moment)];
  }

  async #ask(moment: MatchMoment): Promise<void> {
    const { plugin, predicate, params } = this.#matcher;
    try {
      this.#answer = await this.#registry?.evaluate(plugin, predicate, params, moment.uncovered ?? moment);
      this.#failure = undefined;
    } catch (error) {
      // The contract: predicate errors count as no match. Whoever waited in vain is told of the last one.
      this.#answer = undefined;
      this.#failure = error instanceof Error ? error.message : String(error);
    }
  }

  override get failure(): string | undefined {
    return this.#failure;
  }

  override evaluate({ supposed, isTurned }: Evaluation): MatchOutcome | undefined {
    const { plugin, predicate } = this.#matcher;
    // No answer is never what makes the whole match.
    const unknown = { matched: isTurned };
    const answer = supposed === undefined ? this.#answer : this.#registry && { matched: supposed };
    const { matched, evidence, capture }: PredicateOutcome = answer ?? unknown;
    if (!matched) return undefined;
    return {
      kind: "lua",
      plugin,
      predicate,
      ...(evidence === undefined ? {} : { evidence }),
      ...(capture === undefined ? {} : { capture }),
    };
  }

  override earliestMs(now: Evaluation): number {
    return this.#nextAskMs(now);
  }

  override earliestEndMs(now: Evaluation): number {
    return this.#nextAskMs(now);
  }

  #nextAskMs({ view, stableMs }: Evaluation): number {
    if (this.#registry === undefined) return Infinity;
    // A program that has ended changes nothing any more: only what is waited for beside this one can still come.
    if (view.exited) return 0;
    let step = FIRST_STEP_MS;
    while (step <= stableMs) step *= STEP_FACTOR;
    return step - stableMs;
  }
}
