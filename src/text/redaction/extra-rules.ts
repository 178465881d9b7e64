import { compileRegex, PatternBudget, type LinearRegex } from "../regex/index.js";
import { mergeSpans, partialStart, type Span } from "./span.js";

/** What a regex may use of the processor on a text of this length before the rest is redacted unseen. */
const REGEX_BUDGET_MS = 250;
const REGEX_BUDGET_MS_PER_CHAR = 0.001;

/** What makes a regex look beyond its line; over-careful on purpose. */
const CROSSES_LINES = /\\[nrsfvWDSPpxXAzCQ]|\[\^|\[\[:|\(\?[a-zA-Z-]*s|[\n\r^$]/;

/** The caller's own literals and regexes. */
export class ExtraRules {
  readonly isEmpty: boolean;
  readonly #literals: readonly string[];
  readonly #multiline: readonly RegExp[];
  readonly #patterns = new PatternBudget();
  readonly #regexes: readonly LinearRegex[];
  readonly #crossesLines: boolean;

  constructor(literals: readonly string[], regexes: readonly string[]) {
    const given = [...new Set(literals.filter((literal) => literal !== "").flatMap(spellings))];
    given.sort((a, b) => b.length - a.length);
    this.#literals = given;
    this.#multiline = given.filter((literal) => literal.includes("\n")).map(multilineLiteral);
    this.#regexes = regexes.map((source, i) =>
      compileRegex(source, { field: `extraRegexes[${i}]`, budget: this.#patterns }),
    );
    this.#crossesLines = regexes.some((source) => CROSSES_LINES.test(source));
    this.isEmpty = given.length === 0 && this.#regexes.length === 0;
  }

  /** Whether the regexes may keep the event loop if they search a text of that length at once. */
  mayTakeLong(chars: number): boolean {
    return this.#patterns.mayTakeLong(chars);
  }

  /** Everything the rules match, merged. */
  find(text: string): Span[] {
    const found: Span[] = [];
    for (const literal of this.#literals) {
      for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + literal.length)) {
        found.push({ start: at, end: at + literal.length });
      }
    }
    for (const literal of this.#multiline) {
      for (const match of text.matchAll(literal))
        found.push({ start: match.index, end: match.index + match[0].length });
    }
    for (const regex of this.#regexes) findMatches(regex, text, found);
    return mergeSpans(found);
  }

  /**
   * From where on the rules may still match more once text follows; `lineStart` is where the unfinished line begins.
   * RE2 cannot say whether a match is under way, so a regex waits for the end of its line.
   */
  holdFrom(text: string, lineStart: number): number {
    if (this.#crossesLines) return 0;
    let hold = this.#regexes.length > 0 ? lineStart : text.length;
    for (const literal of this.#literals) hold = Math.min(hold, partialStart(text, literal));
    return hold;
  }
}

/** A literal as given, and as JSON and URLs spell it. */
function spellings(literal: string): string[] {
  const json = JSON.stringify(literal).slice(1, -1);
  try {
    return [literal, json, encodeURIComponent(literal)];
  } catch {
    // A lone surrogate has no URL spelling.
    return [literal, json];
  }
}

/** Terminals print "\r\n" for "\n". Only literal characters and a bounded repeat: linear in text × literal. */
function multilineLiteral(literal: string): RegExp {
  const source = literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\r?\n/g, "\\r{0,2}\\n");
  return new RegExp(source, "g");
}

/**
 * One search is linear, but all matches of `a[^z]*z|a` take a search of the whole rest each. Whatever uses up its
 * time hides the rest of the text: a rule that cannot be applied must not let anything through.
 */
function findMatches(regex: LinearRegex, text: string, found: Span[]): void {
  const budgetMs = REGEX_BUDGET_MS + text.length * REGEX_BUDGET_MS_PER_CHAR;
  const before = process.cpuUsage();
  let lookAt = performance.now() + budgetMs;
  for (const { start, end } of regex.spans(text)) {
    if (end > start) found.push({ start, end });
    if (performance.now() <= lookAt) continue;
    // On a busy machine others had the processor meanwhile.
    const { user, system } = process.cpuUsage(before);
    const leftMs = budgetMs - (user + system) / 1_000;
    if (leftMs <= 0) {
      found.push({ start, end: text.length });
      return;
    }
    lookAt = performance.now() + leftMs;
  }
}
