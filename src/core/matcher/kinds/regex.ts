import { MAX_CHARS_SEARCHED_AT_ONCE } from "../../../base/index.js";
import type { LinearRegex } from "../../../text/regex/index.js";
import { compileRegex, searchElsewhere } from "../../../text/regex/index.js";
import type { Evaluation } from "../evaluation.js";
import type { MatchView } from "../match-view.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import { quoted } from "./quoted-text.js";
import { TextLeaf } from "./text-leaf.js";

export const screenRegex: MatcherKind<MatcherOf<"screen_regex">> = {
  reads: "screen",
  compile: ({ type, pattern }, { place }) => new RegexPart(type, compileRegex(pattern, { field: place("pattern") })),
  describe: ({ pattern }) => `a match of ${quoted(pattern)} on the screen`,
  explain: ({ type, pattern }, view) => explain(type, pattern, view),
};

export const transcriptRegex: MatcherKind<MatcherOf<"transcript_regex">> = {
  reads: "transcript",
  compile: ({ type, pattern }, { place }) => new RegexPart(type, compileRegex(pattern, { field: place("pattern") })),
  describe: ({ pattern }) => `a match of ${quoted(pattern)} in the output`,
  explain: ({ type, pattern }, view) => explain(type, pattern, view),
};

type RegexType = "screen_regex" | "transcript_regex";

/** Asked about a large text, it has the answer of another thread before it is evaluated. */
class RegexPart extends TextLeaf {
  readonly #kind: RegexType;
  readonly #regex: LinearRegex;
  #answered: { readonly text: string; readonly outcome: MatchOutcome | undefined } | undefined;

  constructor(kind: RegexType, regex: LinearRegex) {
    super(kind === "screen_regex" ? "screen" : "transcript");
    this.#kind = kind;
    this.#regex = regex;
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    if (now.supposed === undefined || !this.isOpen(now)) return super.evaluate(now);
    now.isOpen = true;
    return now.supposed ? this.#outcome({ capture: "" }) : undefined;
  }

  /** Whether another thread has to be asked. */
  override isOpen(now: Evaluation): boolean {
    const { text } = this.memory(now);
    if (text.length <= MAX_CHARS_SEARCHED_AT_ONCE || text === this.#answered?.text) return false;
    return this.#regex.mayMatch(text);
  }

  override async ask(view: MatchView, signal?: AbortSignal): Promise<void> {
    const text = this.#kind === "screen_regex" ? view.screenText : view.transcriptTail;
    try {
      const found = await searchElsewhere(this.#regex.source, text, signal);
      this.#answered = { text, outcome: this.#outcome(found) };
    } catch {
      // There is no thread to be had: whoever evaluates searches it himself.
      this.#answered = undefined;
    }
  }

  /** One that is still open may match. */
  override earliestMs(now: Evaluation): number {
    return this.isOpen(now) ? 0 : super.earliestMs(now);
  }

  protected override search(text: string): MatchOutcome | undefined {
    return text === this.#answered?.text ? this.#answered.outcome : this.#outcome(this.#regex.exec(text));
  }

  #outcome(found: { readonly capture: string } | undefined): MatchOutcome | undefined {
    return found === undefined ? undefined : { kind: this.#kind, pattern: this.#regex.source, capture: found.capture };
  }
}

function explain(type: RegexType, pattern: string, view: MatchView): string | undefined {
  const onScreen = type === "screen_regex";
  let regex;
  try {
    regex = compileRegex(pattern);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const isLarge = view.screenText.length > MAX_CHARS_SEARCHED_AT_ONCE;
  if (isLarge && onScreen && regex.mayMatch(view.screenText))
    return `the screen is too large to tell in time whether ${quoted(pattern)} matches it`;
  if (regex.test(onScreen ? view.screenText : view.transcriptTail)) return undefined;
  const missing = `${quoted(pattern)} does not match the ${onScreen ? "screen" : "output"}`;
  if (!onScreen && isLarge) return missing;
  if (!regex.test(onScreen ? view.transcriptTail : view.screenText)) return missing;
  return onScreen
    ? `${missing}, but it matches the output; use transcript_regex`
    : `${missing}, but it matches the screen; use screen_regex`;
}
