import { LETTER, isIn } from "./characters.js";

/** What stands to the left of a place in a line: open parentheses and open quotes. Moves forward only. */
export class LeftContext {
  #at = 0;
  #depth = 0;
  readonly #open = new Map<string, boolean>();

  constructor(private readonly text: string) {}

  /** Reads on to `index`. */
  advance(index: number): void {
    for (; this.#at < index; this.#at += 1) {
      const character = this.text[this.#at];
      if (character === "(") this.#depth += 1;
      else if (character === ")") this.#depth = Math.max(0, this.#depth - 1);
      else if (character === '"' || character === "'" || character === "`") this.#toggle(character);
    }
  }

  /** Goes on behind a redacted value as if nothing had been in it. */
  skipTo(index: number): void {
    this.#at = Math.max(this.#at, index);
  }

  get insideParentheses(): boolean {
    return this.#depth > 0;
  }

  /** Whether a quote of this kind (escaped or not) is open here. */
  isOpen(quote: string, escaped: boolean): boolean {
    return this.#open.get(escaped ? `\\${quote}` : quote) ?? false;
  }

  #toggle(quote: string): void {
    const { text } = this;
    const at = this.#at;
    const isApostrophe = isIn(text.charCodeAt(at - 1), LETTER) && isIn(text.charCodeAt(at + 1), LETTER);
    if (quote === "'" && isApostrophe) return;
    const kind = text[at - 1] === "\\" ? `\\${quote}` : quote;
    this.#open.set(kind, !(this.#open.get(kind) ?? false));
  }
}
