import { checkMatcher } from "./checked-matcher.js";
import { describeMatcher } from "./describe-matcher.js";
import type { ScreenBefore } from "./evaluation.js";
import { Evaluation, TextMemory } from "./evaluation.js";
import { explainMiss } from "./explain-miss.js";
import type { MatchMoment, MatchView, SessionFacts } from "./match-view.js";
import type { BuiltParts } from "./kinds/build-parts.js";
import { buildParts } from "./kinds/build-parts.js";
import type { MatcherPart } from "./kinds/matcher-part.js";
import type { Matcher } from "./matcher.js";
import type { MatchOutcome } from "../../protocol/index.js";
import type { PluginRegistry } from "./plugin-registry.js";

/** A checked matcher that remembers what it has seen; it belongs to one wait. It has no timers: the caller evaluates on events. */
export interface CompiledMatcher<Outcome = MatchOutcome> {
  /** Undefined for code of the caller's own. */
  readonly matcher: Matcher | undefined;
  /** What is waited for, in one line for people. */
  readonly description: string;
  /** Why it has not matched, see explainMiss. */
  explain(view: MatchView): string[];
  readonly usesScreen: boolean;
  readonly usesTranscript: boolean;
  readonly usesStability: boolean;
  readonly usesLua: boolean;
  /**
   * Whether the wait may go on once the process is gone and all its output is parsed: true for one that holds
   * screen_stable. It cannot match any more, even so, as soon as `nextStableMs` answers undefined then.
   */
  readonly canMatchAfterExit: boolean;
  /** How often the bell has rung by then, since this was first evaluated. */
  bellsBy(view: SessionFacts): number;
  /** The screen when this was first evaluated, if it looks for a change. */
  readonly before: ScreenBefore | undefined;
  /** Of parts that held during the wait, and do so no more: when that was. */
  readonly vanished: readonly string[];
  /** Without asking plugins: as they answered last. Searches every text, however large. */
  evaluate(view: MatchView): Outcome | undefined;
  /** What can be told at once; "must_ask" if a text is too large for that and its answer matters. */
  glance(view: SessionFacts, stableMs: number): Outcome | "must_ask" | undefined;
  /** Why plugins could not answer when they were last asked. */
  readonly pluginFailures: readonly string[];
  /** As if everybody who is asked said no. */
  evaluateWithoutAsking(view: MatchView): Outcome | undefined;
  /** Asks the plugins, and another thread about large texts, unless the rest of the matcher has decided already. */
  evaluateByAsking(moment: MatchMoment, signal?: AbortSignal): Promise<Outcome | undefined>;
  /**
   * Milliseconds of further stillness after which screen_stable, or a plugin, may decide: set one timer for that, or none when undefined.
   * Ask after `evaluate` or `glance` with the same view.
   */
  nextStableMs(view: SessionFacts, stableMs: number): number | undefined;
}

/**
 * Checks the whole tree at once, compiles its patterns, and throws InvalidArgumentError naming the faulty place. Of the bell it counts what
 * rings after the first evaluation, or after this many; what it sees then is all of it new.
 */
export function compileMatcher(matcher: Matcher, registry?: PluginRegistry, bellsBefore?: number): CompiledMatcher {
  const checked = checkMatcher(matcher);
  return new CompiledTree(checked, buildParts(checked, registry), bellsBefore);
}

/** Nobody reads more. */
const MAX_VANISHED = 4;

class CompiledTree implements CompiledMatcher {
  readonly matcher: Matcher;
  readonly usesScreen: boolean;
  readonly usesTranscript: boolean;
  readonly usesStability: boolean;
  readonly usesLua: boolean;
  readonly #root: MatcherPart;
  readonly #parts: BuiltParts["parts"];
  readonly #stableTimes: readonly number[];
  /** How often the bell had rung when the wait began. */
  #bellsBefore: number | undefined;
  /** What the screen showed then. */
  #before: ScreenBefore | undefined;
  readonly #seesChange: boolean;
  readonly #memories = { screen: new TextMemory(), transcript: new TextMemory(), title: new TextMemory() };

  constructor(matcher: Matcher, { root, parts, reads }: BuiltParts, bellsBefore: number | undefined) {
    this.matcher = matcher;
    this.#bellsBefore = bellsBefore;
    if (bellsBefore !== undefined) this.#before = "blank";
    this.#root = root;
    this.#parts = parts;
    const all = [...parts.keys()];
    this.#stableTimes = all.flatMap(({ minMs }) => minMs ?? []);
    this.usesScreen = reads.has("screen");
    this.usesTranscript = reads.has("transcript");
    this.usesStability = this.#stableTimes.length > 0;
    this.usesLua = all.some(({ asksPlugin }) => asksPlugin);
    this.#seesChange = all.some(({ seesChange }) => seesChange);
  }

  get description(): string {
    return describeMatcher(this.matcher);
  }

  explain(view: MatchView): string[] {
    return explainMiss(this.matcher, view, { bells: this.bellsBy(view), before: this.#before });
  }

  get pluginFailures(): readonly string[] {
    return [...this.#parts.keys()].flatMap(({ failure }) => failure ?? []);
  }

  get vanished(): readonly string[] {
    const lines = [...this.#parts].flatMap(([{ vanishedAt }, matcher]) =>
      vanishedAt === undefined ? [] : [`${describeMatcher(matcher)} was there, and vanished at change ${vanishedAt}`],
    );
    return lines.slice(0, MAX_VANISHED);
  }

  get canMatchAfterExit(): boolean {
    return this.usesStability;
  }

  bellsBy({ bellCount }: SessionFacts): number {
    return bellCount - (this.#bellsBefore ?? bellCount);
  }

  get before(): ScreenBefore | undefined {
    return this.#before;
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
    await Promise.all(this.#root.asks(now).map(async (ask) => ask(moment, signal)));
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
    this.#bellsBefore ??= view.bellCount;
    if (this.#seesChange) this.#before ??= view.screen;
    const look = { view, stableMs, bells: this.bellsBy(view), before: this.#before };
    return new Evaluation(look, this.#memories, supposed);
  }
}
