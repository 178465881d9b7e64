import { beginsInCutLines, endOfSpared } from "./headless-key.js";
import { PEM_END, classify, findPemHeader, followPem } from "./pem.js";

const HEADER = /-----BEGIN [A-Z0-9 ]{1,60}-----(?!.*-----BEGIN )/;
/** Stands behind a line, which is over then. */
const NEXT_LINE = "\n.";
/** Of the last line: enough to tell what it is. */
const MAX_LINE_CHARS = 200;
/** So many blank lines end a private key; of something else more need not be remembered either. */
const MAX_BLANKS = 3;
const SOME_HEADER = "-----BEGIN PRIVATE KEY-----\n";

/**
 * Follows lines as they leave a screen, and keeps no more of them than tells whether what comes next stands inside a block: a private
 * key, or something that only looks like one.
 */
export class BlockTrail {
  #header = "";
  #last = "";
  #blanks = 0;

  /** Whether every line has to be told; else those with a header will do. */
  get isOpen(): boolean {
    return this.#header !== "";
  }

  /** What to judge the text with that follows: to be put before it. */
  get context(): string {
    if (!this.isOpen) return "";
    const blanks = "\n".repeat(this.#blanks);
    return this.#last === "" ? `${this.#header}\n${blanks}` : `${this.#header}\n${this.#last}\n${blanks}`;
  }

  /** The next line that left. */
  see(line: string): void {
    if (this.isOpen && this.#goesOn(`${this.context}${line}`)) {
      if (classify(line, "") === "blank") this.#blanks = Math.min(this.#blanks + 1, MAX_BLANKS);
      else {
        this.#last = line.slice(0, MAX_LINE_CHARS);
        this.#blanks = 0;
      }
      return;
    }
    this.forget();
    const header = HEADER.exec(line);
    if (header && this.#goesOn(line.slice(header.index))) this.#header = header[0];
  }

  /** What follows has nothing to do with what left. */
  forget(): void {
    this.#header = "";
    this.#last = "";
    this.#blanks = 0;
  }

  #goesOn(block: string): boolean {
    const key = findPemHeader(block, 0);
    const text = block + NEXT_LINE;
    if (key?.start === 0) return followPem(text, key.end, "", false).state !== null;
    return endOfSpared(text, HEADER.exec(block)![0].length, false) === null;
  }
}

/** The same for a text of which nobody saw what came before, but that begins with what can only be the lines of a key. */
export function contextOfRest(text: string): string {
  const { end } = followPem(text, 0, "", true);
  if (end === 0) return "";
  const isClosed = PEM_END.test(text.slice(Math.max(0, end - MAX_LINE_CHARS), end));
  return isClosed || beginsInCutLines(text) ? SOME_HEADER : "";
}
