import { checkMatcher, unreachable } from "./checked-matcher.js";
import { Evaluation, TextMemory } from "./evaluation.js";
import type { MatchMoment, MatchView } from "./match-view.js";
import type { MatcherPart } from "./matcher-part.js";
import { AllPart, AnyPart } from "./combined-parts.js";
import { CursorPart, ExitedPart, RegexPart, StablePart, TextPart } from "./leaf-parts.js";
import { LuaPart } from "./lua-part.js";
import type { Matcher } from "./matcher.js";
import type { MatchOutcome } from "./outcome.js";
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
  glance(view: MatchView): MatchOutcome | "must_ask" | undefined;
  /** Why plugins could not answer when they were last asked. */
  readonly pluginFailures: readonly string[];
  /** As if everybody who is asked said no. */
  evaluateWithoutAsking(view: MatchView): MatchOutcome | undefined;
  /** Asks the plugins, and another thread about large texts, unless the rest of the matcher has decided already. */
  evaluateByAsking(moment: MatchMoment, signal?: AbortSignal): Promise<MatchOutcome | undefined>;
  /**
   * Milliseconds of further stillness after which screen_stable, or a plugin, may decide: set one timer for that, or none when undefined.
   * Ask after `evaluate` with the same view.
   */
  nextStableMs(view: MatchView): number | undefined;
}

/** Checks the whole tree at once, compiles its patterns, and throws InvalidArgumentError naming the faulty place. */
export function compileMatcher(matcher: Matcher, registry?: PluginRegistry): CompiledMatcher {
  const checked = checkMatcher(matcher);
  const parts: MatcherPart[] = [];
  const root = build(checked, "matcher", registry, parts);
  return new CompiledTree(checked, root, parts);
}

class CompiledTree implements CompiledMatcher {
  readonly matcher: Matcher;
  readonly usesScreen: boolean;
  readonly usesTranscript: boolean;
  readonly usesStability: boolean;
  readonly #root: MatcherPart;
  readonly #stable: readonly StablePart[];
  readonly #lua: readonly LuaPart[];
  readonly #regex: readonly RegexPart[];
  readonly #screen = new TextMemory((view) => view.screenText);
  readonly #transcript = new TextMemory((view) => view.transcriptTail);

  constructor(matcher: Matcher, root: MatcherPart, parts: readonly MatcherPart[]) {
    this.matcher = matcher;
    this.#root = root;
    this.#stable = parts.filter((part) => part instanceof StablePart);
    this.#lua = parts.filter((part) => part instanceof LuaPart);
    this.#regex = parts.filter((part) => part instanceof RegexPart);
    this.usesScreen = parts.some((part) => part.reads === "screen");
    this.usesTranscript = parts.some((part) => part.reads === "transcript");
    this.usesStability = this.#stable.length > 0;
  }

  get usesLua(): boolean {
    return this.#lua.length > 0;
  }

  get pluginFailures(): readonly string[] {
    return this.#lua.flatMap(({ failure }) => failure ?? []);
  }

  get canMatchAfterExit(): boolean {
    return this.usesStability;
  }

  evaluate(view: MatchView): MatchOutcome | undefined {
    return this.#root.evaluate(this.#look(view));
  }

  glance(view: MatchView): MatchOutcome | "must_ask" | undefined {
    const now = this.#look(view, false);
    return this.#root.evaluate(now) ?? (now.isOpen ? "must_ask" : undefined);
  }

  evaluateWithoutAsking(view: MatchView): MatchOutcome | undefined {
    return this.#supposing(false, view);
  }

  async evaluateByAsking(moment: MatchMoment, signal?: AbortSignal): Promise<MatchOutcome | undefined> {
    const atBest = this.#supposing(true, moment);
    const without = this.evaluateWithoutAsking(moment);
    if (atBest === undefined || without !== undefined) return without;
    const now = this.#look(moment);
    const open = this.#regex.filter((part) => part.isOpen(now));
    await Promise.all([...this.#lua.map((part) => part.ask(moment)), ...open.map((part) => part.ask(moment, signal))]);
    return signal?.aborted === true ? undefined : this.evaluate(moment);
  }

  #supposing(matched: boolean, view: MatchView): MatchOutcome | undefined {
    for (const part of this.#lua) part.suppose(matched);
    const outcome = this.#root.evaluate(this.#look(view, matched));
    for (const part of this.#lua) part.suppose(undefined);
    return outcome;
  }

  nextStableMs(view: MatchView): number | undefined {
    if (!this.usesStability && (!this.usesLua || view.exited)) return undefined;
    const earliest = this.#root.earliestMs(this.#look(view));
    if (earliest > 0) return earliest === Infinity ? undefined : earliest;
    if (!this.usesLua) return undefined;
    // The program has ended; of what is left to come, a predicate may heed each stable time.
    const steps = this.#stable.map((part) => part.minMs - view.stableMs).filter((ms) => ms > 0);
    return steps.length === 0 ? undefined : Math.min(...steps);
  }

  #look(view: MatchView, supposed?: boolean): Evaluation {
    return new Evaluation(view, this.#screen, this.#transcript, supposed);
  }
}

function build(
  matcher: Matcher,
  path: string,
  registry: PluginRegistry | undefined,
  parts: MatcherPart[],
): MatcherPart {
  const part = buildPart(matcher, path, registry, parts);
  parts.push(part);
  return part;
}

function buildPart(
  matcher: Matcher,
  path: string,
  registry: PluginRegistry | undefined,
  parts: MatcherPart[],
): MatcherPart {
  switch (matcher.type) {
    case "contains_text":
    case "transcript_contains":
      return new TextPart(matcher.type, matcher.text);
    case "screen_regex":
    case "transcript_regex":
      return new RegexPart(matcher.type, matcher.pattern, `${path}.pattern`);
    case "cursor_at":
      return new CursorPart(matcher.row, matcher.col);
    case "screen_stable":
      return new StablePart(matcher.minMs);
    case "process_exited":
      return new ExitedPart();
    case "any":
      return new AnyPart(matcher.matchers.map((child, i) => build(child, `${path}.matchers[${i}]`, registry, parts)));
    case "all":
      return new AllPart(matcher.matchers.map((child, i) => build(child, `${path}.matchers[${i}]`, registry, parts)));
    case "lua":
      return new LuaPart(matcher, registry);
    default:
      return unreachable(matcher);
  }
}
