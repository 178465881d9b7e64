import { createRequire } from "node:module";
import type * as Re2js from "re2js";
import { InvalidArgumentError, MAX_REGEX_CHARS } from "../../base/index.js";
import { CompiledPatterns } from "./compiled-patterns.js";
import { emitRe2 } from "./emit.js";
import { parsePattern } from "./parser.js";
import { PatternBudget } from "./pattern-budget.js";
import { programSize } from "./program-size.js";
import { invalidRegex, PatternProblem } from "./regex-error.js";
import { requiredLiteral } from "./required-literal.js";

const require = createRequire(import.meta.url);

/** Loaded with the first pattern: it takes as long as a quarter of Node's own start, and most commands have none. */
const engine = (): typeof Re2js => require("re2js") as typeof Re2js;

const patterns = new CompiledPatterns((source) => engine().RE2JS.compile(source));

/** Finds the engine, without loading it. Node keeps for good that a package was not found, also for lack of descriptors. */
export function findRegexEngine(): void {
  require.resolve("re2js");
}

/** Where a pattern matched; `capture` is group 1 if it took part, else the whole match. */
export interface RegexMatch {
  readonly index: number;
  readonly match: string;
  readonly capture: string;
  readonly captureIndex: number;
}

/** Where a pattern matched, with all its groups; null for one that took no part. */
export interface RegexFound {
  readonly index: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
}

/** A pattern whose searches take time linear in the text, whatever the pattern is. */
export interface LinearRegex {
  readonly source: string;
  /** What one character may cost: a search takes at most some 0.3 us for each of its steps. */
  readonly steps: number;
  test(text: string): boolean;
  /** False if a look for a piece of text that every match holds tells that there is none. Costs next to nothing. */
  mayMatch(text: string): boolean;
  exec(text: string): RegexMatch | undefined;
  /** The first match that begins at `from` or behind it. What stands before still counts for `^` and `\b`. */
  find(text: string, from?: number): RegexFound | undefined;
  /** All matches one after the other. Each search is linear, but there may be as many as there are characters. */
  spans(text: string): Iterable<RegexSpan>;
}

/** What a match covers of a text. */
export interface RegexSpan {
  readonly start: number;
  readonly end: number;
}

/** The first `most` matches that are not empty. */
export function firstSpans(regex: LinearRegex, text: string, most: number): readonly RegexSpan[] {
  const found: RegexSpan[] = [];
  for (const { start, end } of regex.spans(text)) {
    if (end > start) found.push({ start, end });
    if (found.length === most) break;
  }
  return found;
}

/** The same for a text of which each line is searched by itself. */
export function firstLineSpans(regex: LinearRegex, text: string, most: number): readonly RegexSpan[] {
  const found: RegexSpan[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    if (regex.mayMatch(line))
      for (const { start, end } of firstSpans(regex, line, most - found.length))
        found.push({ start: at + start, end: at + end });
    if (found.length >= most) break;
    at += line.length + 1;
  }
  return found;
}

export interface RegexOptions {
  /** Names the pattern in errors. */
  readonly field?: string;
  /** Shared by patterns that are limited together. */
  readonly budget?: PatternBudget;
  /** Search for the pattern's required literal first. Off only to prove that it changes nothing. */
  readonly prefilter?: boolean;
}

/**
 * Compiles a pattern of the Rust regex dialect; throws InvalidArgumentError (`invalid_regex`) for anything else.
 * One known difference: `\b` and `\B` know ASCII words only, as in RE2, while `\w` is Unicode-aware.
 */
export function compileRegex(source: string, options: RegexOptions = {}): LinearRegex {
  const field = options.field ?? "pattern";
  if (typeof source !== "string")
    throw new InvalidArgumentError(field, `${field} must be a string, the source of a regex`);
  try {
    if (source.length > MAX_REGEX_CHARS) {
      throw new PatternProblem(
        MAX_REGEX_CHARS,
        `the pattern has ${source.length} characters, the limit is ${MAX_REGEX_CHARS}`,
      );
    }
    const budget = options.budget ?? new PatternBudget();
    const root = parsePattern(source, budget);
    const steps = programSize(root);
    budget.spendSteps(steps);
    const literal = options.prefilter === false ? undefined : requiredLiteral(root);
    return new Re2Regex(source, steps, patterns.get(emitRe2(root), steps), literal);
  } catch (error) {
    if (error instanceof PatternProblem) throw invalidRegex(field, error);
    if (error instanceof engine().RE2JSException)
      throw invalidRegex(field, new PatternProblem(0, error.message), { cause: error });
    throw error;
  }
}

class Re2Regex implements LinearRegex {
  readonly source: string;
  readonly steps: number;
  readonly #regex: Re2js.RE2JS;
  readonly #literal: string | undefined;

  constructor(source: string, steps: number, regex: Re2js.RE2JS, literal: string | undefined) {
    this.source = source;
    this.steps = steps;
    this.#regex = regex;
    this.#literal = literal;
  }

  mayMatch(text: string): boolean {
    return this.#literal === undefined || text.includes(this.#literal);
  }

  test(text: string): boolean {
    return this.mayMatch(text) && this.#regex.test(text);
  }

  exec(text: string): RegexMatch | undefined {
    // test() runs on a DFA; finding where, and the groups, costs ten times that, so a miss should not pay for it.
    if (!this.test(text)) return undefined;
    const found = this.#regex.matcher(text);
    if (!found.find()) return undefined;
    const match = found.group() ?? "";
    const group = found.groupCount() > 0 ? found.group(1) : null;
    const index = found.start();
    return { index, match, capture: group ?? match, captureIndex: group === null ? index : found.start(1) };
  }

  find(text: string, from = 0): RegexFound | undefined {
    if (!this.test(text)) return undefined;
    const found = this.#regex.matcher(text);
    if (!found.find(from)) return undefined;
    const groups = Array.from({ length: found.groupCount() }, (_, at) => found.group(at + 1));
    return { index: found.start(), end: found.end(), groups };
  }

  *spans(text: string): Iterable<{ start: number; end: number }> {
    if (!this.test(text)) return;
    const found = this.#regex.matcher(text);
    while (found.find()) yield { start: found.start(), end: found.end() };
  }
}
