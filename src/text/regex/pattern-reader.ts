import type { PatternBudget } from "./pattern-budget.js";
import { PatternProblem } from "./regex-error.js";

const WHITE_SPACE = /^\p{White_Space}$/u;

/** Reads a pattern code point by code point. Knows about (?x) white space and comments, about nothing else. */
export class PatternReader {
  readonly source: string;
  readonly #budget: PatternBudget;
  position = 0;
  ignoreWhitespace = false;

  constructor(source: string, budget: PatternBudget) {
    this.source = source;
    this.#budget = budget;
  }

  /** To be called before work that takes time for so many ranges of characters. */
  spendRanges(ranges: number): void {
    this.#budget.spendRanges(ranges, this.position);
  }

  spendProperty(name: string): void {
    this.#budget.spendProperty(name, this.position);
  }

  get atEnd(): boolean {
    return this.position >= this.source.length;
  }

  /** The next character, "" at the end. */
  peek(): string {
    const codePoint = this.source.codePointAt(this.position);
    return codePoint === undefined ? "" : String.fromCodePoint(codePoint);
  }

  next(): string {
    const character = this.peek();
    this.position += character.length;
    return character;
  }

  lookingAt(text: string): boolean {
    return this.source.startsWith(text, this.position);
  }

  take(text: string): boolean {
    if (!this.lookingAt(text)) return false;
    this.position += text.length;
    return true;
  }

  /** Skips what (?x) makes meaningless here; nothing without that flag. */
  skipIgnored(): void {
    if (!this.ignoreWhitespace) return;
    while (!this.atEnd) {
      if (this.lookingAt("#")) {
        const newline = this.source.indexOf("\n", this.position);
        this.position = newline < 0 ? this.source.length : newline + 1;
      } else if (WHITE_SPACE.test(this.peek())) this.next();
      else return;
    }
  }

  /** Skips white space whatever the flags are, as inside `{2, 3}`. */
  skipWhiteSpace(): void {
    while (WHITE_SPACE.test(this.peek())) this.next();
  }

  /** The character after the next one, ignored ones left out; "" at the end. */
  peekSecond(): string {
    const saved = this.position;
    this.next();
    this.skipIgnored();
    const character = this.peek();
    this.position = saved;
    return character;
  }

  fail(what: string, position: number = this.position): never {
    throw new PatternProblem(position, what);
  }
}
