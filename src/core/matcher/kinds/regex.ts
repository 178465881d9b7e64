import type { LinearRegex, PatternBudget } from "../../../text/regex/index.js";
import { compileRegex, SearchGivenUpError, searchElsewhere } from "../../../text/regex/index.js";
import type { Evaluation } from "../evaluation.js";
import type { MatchView } from "../match-view.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import { boxOf } from "../view-within.js";
import type { Explaining, MatcherKind } from "./matcher-kind.js";
import type { Ask } from "./matcher-part.js";
import { quoted } from "./quoted-text.js";
import { shownThere } from "./shown-there.js";
import { TextLeaf } from "./text-leaf.js";

export const screenRegex: MatcherKind<MatcherOf<"screen_regex">> = {
  reads: "screen",
  compile: ({ type, pattern }, { place, patterns }) =>
    new RegexPart(type, compileRegex(pattern, { field: place("pattern"), budget: patterns }), patterns),
  describe: ({ pattern }, { place }) => `a match of ${quoted(pattern)} ${place}`,
  explain: ({ type, pattern }, view, explaining) => explain(type, pattern, view, explaining),
};

export const transcriptRegex: MatcherKind<MatcherOf<"transcript_regex">> = {
  reads: "transcript",
  compile: ({ type, pattern }, { place, patterns }) =>
    new RegexPart(type, compileRegex(pattern, { field: place("pattern"), budget: patterns }), patterns),
  describe: ({ pattern }) => `a match of ${quoted(pattern)} in the output`,
  explain: ({ type, pattern }, view, explaining) => explain(type, pattern, view, explaining),
};

type RegexType = "screen_regex" | "transcript_regex" | "title_regex";
const SOURCES = { screen_regex: "screen", transcript_regex: "transcript", title_regex: "title" } as const;

/** Asked about a text that may take long, it has the answer of another thread before it is evaluated. */
export class RegexPart extends TextLeaf {
  readonly #kind: RegexType;
  readonly #regex: LinearRegex;
  readonly #patterns: PatternBudget;
  #failure: string | undefined;
  #answered: { readonly text: string; readonly outcome: MatchOutcome | "unknown" | undefined } | undefined;

  constructor(kind: RegexType, regex: LinearRegex, patterns: PatternBudget) {
    super(SOURCES[kind]);
    this.#kind = kind;
    this.#regex = regex;
    this.#patterns = patterns;
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    if (now.supposed !== undefined && this.#isOpen(now)) {
      now.isOpen = true;
      return now.supposed ? this.#outcome({ capture: "" }) : undefined;
    }
    const { text } = this.memory(now);
    if (text !== this.#answered?.text || this.#answered.outcome !== "unknown") return super.evaluate(now);
    return now.isTurned ? this.#outcome({ capture: "" }) : undefined;
  }

  /** Whether another thread has to be asked. */
  #isOpen(now: Evaluation): boolean {
    if (this.#kind === "title_regex" && now.view.title === null) return false;
    const { text } = this.memory(now);
    return text !== this.#answered?.text && this.#patterns.mayTakeLong(text.length) && this.#regex.mayMatch(text);
  }

  override asks(now: Evaluation): readonly Ask[] {
    if (!this.#isOpen(now)) return [];
    const { text } = this.memory(now);
    return [async (_moment, signal) => this.#ask(text, signal)];
  }

  async #ask(text: string, signal: AbortSignal | undefined): Promise<void> {
    try {
      const found = await searchElsewhere(this.#regex, text, signal);
      this.#answered = { text, outcome: this.#outcome(found) };
      this.#failure = undefined;
    } catch (error) {
      // No thread is to be had, or it took too long: whoever waits in vain is told.
      this.#answered = { text, outcome: "unknown" };
      const isGivenUp = error instanceof SearchGivenUpError;
      this.#failure = `${quoted(this.#regex.source)}: ${isGivenUp ? error.message : "there is no thread to search in"}`;
    }
  }

  override get failure(): string | undefined {
    return this.#failure;
  }

  /** One that is still open may match. */
  override earliestMs(now: Evaluation): number {
    return this.#isOpen(now) ? 0 : super.earliestMs(now);
  }

  override earliestEndMs(now: Evaluation): number {
    return this.#isOpen(now) ? 0 : super.earliestEndMs(now);
  }

  protected override search(text: string): MatchOutcome | undefined {
    const known = text === this.#answered?.text ? this.#answered : undefined;
    if (known === undefined) return this.#outcome(this.#regex.exec(text));
    return known.outcome === "unknown" ? undefined : known.outcome;
  }

  #outcome(found: { readonly capture: string } | undefined): MatchOutcome | undefined {
    return found === undefined ? undefined : { kind: this.#kind, pattern: this.#regex.source, capture: found.capture };
  }
}

/** Beyond this a hint is not worth its search, */
const MAX_NEAR_CHARS = 32_768;
/** nor what it takes to compile a pattern again: classes are what is dear. */
const MAX_NEAR_PATTERN = 200;
const MAX_NEAR_CLASSES = 8;

/** What in the text is all that keeps a pattern from matching, as the end of a sentence: case, blanks, or where lines end. */
export function nearMatch(pattern: string, text: string, budget: PatternBudget): string | undefined {
  const classes = pattern.match(/\\[pPwWdDsS]|\[/g)?.length ?? 0;
  if (text.length > MAX_NEAR_CHARS || pattern.length > MAX_NEAR_PATTERN || classes > MAX_NEAR_CLASSES) return undefined;
  const matches = (source: string, shown: string): boolean => {
    try {
      const regex = compileRegex(source, { budget });
      return !budget.mayTakeLong(shown.length) && regex.test(shown);
    } catch {
      // Several patterns together may be more than they may be.
      return false;
    }
  };
  if (matches(`(?i)${pattern}`, text)) return "if case did not count: put (?i) before it";
  const withoutEnds = text.replaceAll(/[ \t]+$/gm, "");
  if (withoutEnds !== text && matches(pattern, withoutEnds)) return "without the blanks at the ends of lines";
  if (matches(`(?m)${pattern}`, text)) return "if ^ and $ stood for lines: put (?m) before it";
  if (matches(`(?im)${pattern}`, text))
    return "if case did not count, and ^ and $ stood for lines: put (?im) before it";
  const narrow = text.replaceAll(/[ \t]+/g, " ");
  if (narrow !== text && matches(pattern, narrow)) return "with one blank where there are several: use \\s+";
  if (matches(pattern, text.replaceAll(/[ \t]*\r?\n/g, "")) || matches(pattern, text.replaceAll(/\s*\r?\n\s*/g, " ")))
    return "with the lines joined: what it is about goes on in the next line";
  return undefined;
}

function explain(
  type: RegexType,
  pattern: string,
  view: MatchView,
  { patterns: budget, nearPatterns, place }: Explaining,
): string | undefined {
  const onScreen = type === "screen_regex";
  let regex: LinearRegex;
  try {
    regex = compileRegex(pattern, { budget });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const [own, other] = onScreen ? [view.screenText, view.transcriptTail] : [view.transcriptTail, view.screenText];
  const isPart = boxOf(view) !== undefined;
  const text = onScreen ? "screen" : "output";
  if (budget.mayTakeLong(own.length) && regex.mayMatch(own))
    return `the ${text} is too large to tell at once whether ${quoted(pattern)} matches it`;
  if (regex.test(own)) return undefined;
  const near = nearMatch(pattern, own, nearPatterns);
  if (isPart) {
    const would = near === undefined ? "" : `; it would ${near}`;
    return `nothing ${place} matches ${quoted(pattern)}${shownThere(view)}${would}`;
  }
  const missing = `${quoted(pattern)} does not match the ${text}`;
  if (near !== undefined) return `${missing}, but it would ${near}`;
  if (budget.mayTakeLong(other.length) || !regex.test(other)) return missing;
  return onScreen
    ? `${missing}, but it matches the output; use transcript_regex`
    : `${missing}, but it matches the screen; use screen_regex`;
}
