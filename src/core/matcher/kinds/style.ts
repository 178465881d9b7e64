import { InvalidArgumentError } from "../../../base/index.js";
import type { LinearRegex, PatternBudget, RegexSpan } from "../../../text/regex/index.js";
import { compileRegex, firstSpans, SearchGivenUpError, spansElsewhere } from "../../../text/regex/index.js";
import { MAX_FOUND_PLACES } from "../../../base/index.js";
import type { Evaluation } from "../evaluation.js";
import type { FoundPlace, Wanted } from "../find-shown.js";
import { atOnce, findingMayTakeLong, findShown, foundText } from "../find-shown.js";
import type { MatchView } from "../match-view.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome, WantedStyle } from "../../../protocol/index.js";
import { boxOf } from "../view-within.js";
import type { Explaining, MatcherKind } from "./matcher-kind.js";
import type { Ask } from "./matcher-part.js";
import { MatcherPart } from "./matcher-part.js";
import { nearestOnScreen } from "./nearest-text.js";
import { quoted } from "./quoted-text.js";
import { nearMatch } from "./regex.js";

type StyleMatcher = MatcherOf<"style">;

export const style: MatcherKind<StyleMatcher> = {
  reads: "screen",
  compile(matcher, { place, patterns, budget }) {
    budget.spendStyle();
    const { text, regex } = matcher;
    if (text !== undefined && regex !== undefined)
      throw new InvalidArgumentError(place("regex"), `${place("regex")} must be left out where there is a text`);
    if (text === "") throw new InvalidArgumentError(place("text"), `${place("text")} must not be empty`);
    const compiled = regex === undefined ? undefined : compileRegex(regex, { field: place("regex"), budget: patterns });
    return new StylePart(matcher, compiled, patterns);
  },
  describe: (matcher, { place }) => `${whatOf(matcher)} ${place}${styleWords(matcher.style)}${numberOf(matcher)}`,
  explain: (matcher, view, explaining) => explain(matcher, view, explaining),
};

function whatOf({ text, regex, exact }: StyleMatcher): string {
  const whole = exact === true ? "whole words " : "";
  if (text !== undefined) return `${whole}text ${quoted(text)}`;
  return regex === undefined ? "something" : `${whole}a match of ${quoted(regex)}`;
}

function styleWords(wanted: WantedStyle): string {
  const words = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined
      ? []
      : typeof value === "boolean"
        ? `${value ? "" : "not "}${name}`
        : `${name} ${quoted(value)}`,
  );
  return words.length === 0 ? "" : ` that is ${words.join(", ")}`;
}

const numberOf = ({ nth }: StyleMatcher): string =>
  nth === undefined || nth === -1 || nth === 0 ? "" : ` (number ${nth})`;

/** Asked about a text that may take long, it has the answer of another thread before it is evaluated. */
class StylePart extends MatcherPart {
  readonly #matcher: StyleMatcher;
  readonly #regex: LinearRegex | undefined;
  readonly #patterns: PatternBudget;
  #answered: { readonly text: string; readonly spans: readonly RegexSpan[] | "unknown" } | undefined;
  #failure: string | undefined;

  constructor(matcher: StyleMatcher, regex: LinearRegex | undefined, patterns: PatternBudget) {
    super();
    this.#matcher = matcher;
    this.#regex = regex;
    this.#patterns = patterns;
  }

  /** What is drawn differently may have the same text: it is looked at each time. */
  override evaluate(now: Evaluation): MatchOutcome | undefined {
    if (now.supposed !== undefined && this.#isOpen(now)) {
      now.isOpen = true;
      return now.supposed ? NOWHERE : undefined;
    }
    if (this.#regex !== undefined && this.#answered?.spans === "unknown" && this.#answered.text === textOf(now))
      return now.isTurned ? NOWHERE : undefined;
    const { screen } = now.view;
    const found = findShown({ ...this.#matcher, regex: this.#regex && { spans: this.#spans } }, screen, now.box);
    const place = found.at(this.#matcher.nth ?? 0);
    if (place === undefined) return undefined;
    const { row, col, length, text } = foundText(place, screen);
    return { kind: "style", row, col, length, text };
  }

  readonly #spans = (text: string): readonly RegexSpan[] => {
    if (text === this.#answered?.text && this.#answered.spans !== "unknown") return this.#answered.spans;
    return this.#regex === undefined ? [] : firstSpans(this.#regex, text, MAX_FOUND_PLACES);
  };

  override earliestMs(now: Evaluation): number {
    return this.#isOpen(now) ? 0 : super.earliestMs(now);
  }

  override earliestEndMs(now: Evaluation): number {
    return this.#isOpen(now) ? 0 : super.earliestEndMs(now);
  }

  override asks(now: Evaluation): readonly Ask[] {
    if (!this.#isOpen(now)) return [];
    const text = textOf(now);
    return [async (_moment, signal) => this.#ask(text, signal)];
  }

  override get failure(): string | undefined {
    return this.#failure;
  }

  /** Whether another thread has to be asked. */
  #isOpen(now: Evaluation): boolean {
    if (this.#regex === undefined) return false;
    const text = textOf(now);
    return text !== this.#answered?.text && findingMayTakeLong(this.#patterns, text) && this.#regex.mayMatch(text);
  }

  async #ask(text: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#regex === undefined) return;
    try {
      this.#answered = { text, spans: await spansElsewhere(this.#regex, text, MAX_FOUND_PLACES, signal) };
      this.#failure = undefined;
    } catch (error) {
      this.#answered = { text, spans: "unknown" };
      const isGivenUp = error instanceof SearchGivenUpError;
      this.#failure = `${quoted(this.#regex.source)}: ${isGivenUp ? error.message : "there is no thread to search in"}`;
    }
  }
}

/** Stands for an outcome that nobody is told. */
const NOWHERE: MatchOutcome = { kind: "style", row: 0, col: 0, length: 0, text: "" };

const textOf = ({ view, box }: Evaluation): string => view.screen.read(box)?.text ?? "";

function explain(
  matcher: StyleMatcher,
  view: MatchView,
  { patterns, nearPatterns, place }: Explaining,
): string | undefined {
  const box = boxOf(view);
  let wanted: Wanted = { ...matcher, regex: undefined };
  if (matcher.regex !== undefined) {
    let regex: LinearRegex;
    try {
      regex = compileRegex(matcher.regex, { budget: patterns });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    const text = view.screen.read(box)?.text ?? "";
    if (findingMayTakeLong(patterns, text) && regex.mayMatch(text))
      return `there is too much ${place} to tell at once whether ${quoted(matcher.regex)} matches it`;
    wanted = { ...matcher, regex: atOnce(regex) };
  }
  const drawn = findShown(wanted, view.screen, box);
  const what = whatOf(matcher);
  if (drawn.at(matcher.nth ?? 0) !== undefined) return undefined;
  if (drawn.length > 0) return `${what} is only ${count(drawn)} ${place}${styleWords(matcher.style)}`;
  if (matcher.text === undefined && matcher.regex === undefined)
    return `nothing ${place}${styleWords(matcher.style).replace(" that", "")}`;
  const [first] = findShown({ ...wanted, style: undefined }, view.screen, box);
  if (first === undefined) return `${what} is not ${place}${nearest(matcher, view, nearPatterns)}`;
  const { row, col, style: actual } = foundText(first, view.screen);
  return `${what} is at row ${row}, column ${col}, but drawn otherwise: ${differences(actual, matcher.style)}`;
}

/** Hints are not worth a look at a larger screen. */
const MAX_SEARCHED_CHARS = 65_536;

function nearest({ text, regex }: StyleMatcher, view: MatchView, patterns: PatternBudget): string {
  const screen = view.screen.read(boxOf(view))?.text ?? "";
  if (screen === "") return ", which is empty";
  const near = regex === undefined ? undefined : nearMatch(regex, screen, patterns);
  if (near !== undefined) return `; it would match ${near}`;
  const there = text === undefined || screen.length > MAX_SEARCHED_CHARS ? undefined : nearestOnScreen(text, screen);
  return there === undefined ? "" : `; ${there}`;
}

const count = ({ length }: readonly FoundPlace[]): string => (length === 1 ? "once" : `${length} times`);

/** Of what is asked for, how it is instead at the first character. */
function differences(actual: object, wanted: WantedStyle): string {
  const words = Object.keys(wanted).flatMap((name) => {
    const is = (actual as Readonly<Record<string, string | boolean | undefined>>)[name];
    return `${name} ${typeof is === "string" ? quoted(is) : is === true ? "on" : "off"}`;
  });
  return words.join(", ");
}
