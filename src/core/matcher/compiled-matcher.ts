import { checkMatcher } from "./checked-matcher.js";
import { Evaluation, TextMemory } from "./evaluation.js";
import type { MatchMoment, MatchView, SessionFacts } from "./match-view.js";
import { kindOf } from "./kinds/index.js";
import type { MatcherKind } from "./kinds/matcher-kind.js";
import type { MatcherPart } from "./kinds/matcher-part.js";
import type { Matcher } from "./matcher.js";
import type { MatchOutcome } from "../../protocol/index.js";
import type { PluginRegistry } from "./plugin-registry.js";

/** A checked matcher that remembers what it has seen; it belongs to one wait. It has no timers: the caller evaluates on events. */
export interface CompiledMatcher {
  readonly matcher: Matcher;
  readonly usesScreen: boolean;
  readonly usesTranscript: boolean;
  readonly usesStability: boolean;
  readonly usesLua: boolean;
  /**
   * Whether the wait may go on once the process is gone and all its output is parsed: true for one that holds
   * screen_stable. It cannot match any more, even so, as soon as `nextStableMs` answers undefined then.
   */
  readonly canMatchAfterExit: boolean;
  /** Without asking plugins: as they answered last. Searches every text, however large. */
  evaluate(view: MatchView): MatchOutcome | undefined;
  /** What can be told at once; "must_ask" if a text is too large for that and its answer matters. */
  glance(view: SessionFacts, stableMs: number): MatchOutcome | "must_ask" | undefined;
  /** Why plugins could not answer when they were last asked. */
  readonly pluginFailures: readonly string[];
  /** As if everybody who is asked said no. */
  evaluateWithoutAsking(view: MatchView): MatchOutcome | undefined;
  /** Asks the plugins, and another thread about large texts, unless the rest of the matcher has decided already. */
  evaluateByAsking(moment: MatchMoment, signal?: AbortSignal): Promise<MatchOutcome | undefined>;
  /**
   * Milliseconds of further stillness after which screen_stable, or a plugin, may decide: set one timer for that, or none when undefined.
   * Ask after `evaluate` or `glance` with the same view.
   */
  nextStableMs(view: SessionFacts, stableMs: number): number | undefined;
}

/** Checks the whole tree at once, compiles its patterns, and throws InvalidArgumentError naming the faulty place. */
export function compileMatcher(matcher: Matcher, registry?: PluginRegistry): CompiledMatcher {
  const checked = checkMatcher(matcher);
  return new CompiledTree(checked, build(checked, registry));
}

class CompiledTree implements CompiledMatcher {
  readonly matcher: Matcher;
  readonly usesScreen: boolean;
  readonly usesTranscript: boolean;
  readonly usesStability: boolean;
  readonly usesLua: boolean;
  readonly #root: MatcherPart;
  readonly #parts: readonly MatcherPart[];
  readonly #stableTimes: readonly number[];
  readonly #screen = new TextMemory((view) => view.screenText);
  readonly #transcript = new TextMemory((view) => view.transcriptTail);

  constructor(matcher: Matcher, { root, parts, reads }: Built) {
    this.matcher = matcher;
    this.#root = root;
    this.#parts = parts;
    this.#stableTimes = parts.flatMap(({ minMs }) => minMs ?? []);
    this.usesScreen = reads.has("screen");
    this.usesTranscript = reads.has("transcript");
    this.usesStability = this.#stableTimes.length > 0;
    this.usesLua = parts.some(({ asksPlugin }) => asksPlugin);
  }

  get pluginFailures(): readonly string[] {
    return this.#parts.flatMap(({ failure }) => failure ?? []);
  }

  get canMatchAfterExit(): boolean {
    return this.usesStability;
  }

  evaluate(view: MatchView): MatchOutcome | undefined {
    return this.#root.evaluate(this.#look(view, view.stableMs));
  }

  glance(view: SessionFacts, stableMs: number): MatchOutcome | "must_ask" | undefined {
    const now = this.#look(view, stableMs, false);
    return this.#root.evaluate(now) ?? (now.isOpen ? "must_ask" : undefined);
  }

  evaluateWithoutAsking(view: MatchView): MatchOutcome | undefined {
    return this.#supposing(false, view);
  }

  async evaluateByAsking(moment: MatchMoment, signal?: AbortSignal): Promise<MatchOutcome | undefined> {
    const atBest = this.#supposing(true, moment);
    const without = this.evaluateWithoutAsking(moment);
    if (atBest === undefined || without !== undefined) return without;
    const now = this.#look(moment, moment.stableMs);
    const open = this.#parts.filter((part) => part.isOpen?.(now));
    await Promise.all(open.map(async (part) => part.ask?.(moment, signal)));
    return signal?.aborted === true ? undefined : this.evaluate(moment);
  }

  #supposing(matched: boolean, view: MatchView): MatchOutcome | undefined {
    return this.#root.evaluate(this.#look(view, view.stableMs, matched));
  }

  nextStableMs(view: SessionFacts, stableMs: number): number | undefined {
    if (!this.usesStability && (!this.usesLua || view.exited)) return undefined;
    const earliest = this.#root.earliestMs(this.#look(view, stableMs));
    if (earliest > 0) return earliest === Infinity ? undefined : earliest;
    if (!this.usesLua) return undefined;
    // The program has ended; of what is left to come, a predicate may heed each stable time.
    const steps = this.#stableTimes.map((minMs) => minMs - stableMs).filter((ms) => ms > 0);
    return steps.length === 0 ? undefined : Math.min(...steps);
  }

  #look(view: SessionFacts, stableMs: number, supposed?: boolean): Evaluation {
    return new Evaluation({ view, stableMs, supposed }, this.#screen, this.#transcript);
  }
}

interface Built {
  readonly root: MatcherPart;
  readonly parts: readonly MatcherPart[];
  readonly reads: ReadonlySet<MatcherKind<Matcher>["reads"]>;
}

function build(matcher: Matcher, registry: PluginRegistry | undefined): Built {
  const parts: MatcherPart[] = [];
  const reads = new Set<MatcherKind<Matcher>["reads"]>();
  const at = (part: Matcher, path: string): MatcherPart => {
    const kind = kindOf(part);
    const compiled = kind.compile(part, {
      branch: (held, field) => at(held, `${path}.${field}`),
      place: (field) => `${path}.${field}`,
      registry,
    });
    reads.add(kind.reads);
    parts.push(compiled);
    return compiled;
  };
  return { root: at(matcher, "matcher"), parts, reads };
}
