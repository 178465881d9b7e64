import type { Evaluation } from "./evaluation.js";
import type { MatchMoment } from "./match-view.js";
import { MatcherPart } from "./matcher-part.js";
import type { MatcherOf } from "./matcher.js";
import type { MatchOutcome } from "./outcome.js";
import type { PluginRegistry, PredicateOutcome } from "./plugin-registry.js";

/** A predicate sees how long the screen was still, so that it is asked again as that time grows: at most this much too late. */
const FIRST_STEP_MS = 20;
const STEP_FACTOR = 1.25;

/** Asks a plugin. The tree is evaluated at once and the plugin answers later: this part holds what it said last. */
export class LuaPart extends MatcherPart {
  readonly #matcher: MatcherOf<"lua">;
  readonly #registry: PluginRegistry | undefined;
  #answer: PredicateOutcome = { matched: false };
  #supposed: PredicateOutcome | undefined;
  #failure: string | undefined;

  constructor(matcher: MatcherOf<"lua">, registry: PluginRegistry | undefined) {
    super();
    this.#matcher = matcher;
    this.#registry = registry;
  }

  /** For the question what would be if it said so; undefined for what it did say. */
  suppose(matched: boolean | undefined): void {
    this.#supposed = matched === undefined ? undefined : { matched: matched && this.#registry !== undefined };
  }

  async ask(moment: MatchMoment): Promise<void> {
    const { plugin, predicate, params } = this.#matcher;
    try {
      this.#answer = (await this.#registry?.evaluate(plugin, predicate, params, moment)) ?? { matched: false };
      this.#failure = undefined;
    } catch (error) {
      // The contract: predicate errors count as no match. Whoever waited in vain is told of the last one.
      this.#answer = { matched: false };
      this.#failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Why it could not answer when it was last asked. */
  get failure(): string | undefined {
    return this.#failure;
  }

  override evaluate(): MatchOutcome | undefined {
    const { plugin, predicate } = this.#matcher;
    const { matched, evidence, capture } = this.#supposed ?? this.#answer;
    if (!matched) return undefined;
    return {
      kind: "lua",
      plugin,
      predicate,
      ...(evidence === undefined ? {} : { evidence }),
      ...(capture === undefined ? {} : { capture }),
    };
  }

  override earliestMs({ view }: Evaluation): number {
    if (this.#registry === undefined) return Infinity;
    // A program that has ended changes nothing any more: only what is waited for beside this one can still come.
    if (view.exited) return 0;
    let step = FIRST_STEP_MS;
    while (step <= view.stableMs) step *= STEP_FACTOR;
    return step - view.stableMs;
  }
}
