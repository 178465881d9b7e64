/** What a model is told at most of one screen, or of rows above it: some 4,000 tokens. */
export const MAX_SCREEN_CHARS = 16_000;
/** Of the output of a command, how it began, and more of how it ended. */
const HEAD_PART = 0.15;
/** So much more is left out for the sake of a line's beginning. */
const MAX_LINE_REST = 200;

/** The first lines that fit, and how many were left out. */
export function firstLines(text: string, maxChars: number): { readonly text: string; readonly leftOut: number } {
  if (text.length <= maxChars) return { text, leftOut: 0 };
  const end = text.lastIndexOf("\n", maxChars);
  const kept = text.slice(0, end === -1 ? maxChars : end);
  return { text: kept, leftOut: text.slice(kept.length).split("\n").length - (end === -1 ? 0 : 1) };
}

/** Keeps the beginning and the end of a text that comes in pieces, and how much was between. */
export class HeadAndTail {
  readonly #headChars: number;
  readonly #tailChars: number;
  #head = "";
  #tail = "";
  #droppedChars = 0;
  #droppedLines = 0;
  /** The line that is not over yet: a carriage return begins it anew, as on a terminal. */
  #line = "";

  constructor(maxChars: number) {
    this.#headChars = Math.floor(maxChars * HEAD_PART);
    this.#tailChars = maxChars - this.#headChars;
  }

  push(text: string): void {
    const lines = (this.#line + text.replaceAll("\r\n", "\n")).split("\n");
    // Half of a line end may still follow.
    this.#line = lines.pop() ?? "";
    for (const line of lines) this.#add(`${overwritten(line)}\n`);
    if (this.#line.length > this.#tailChars) {
      this.#add(overwritten(this.#line.slice(0, -1)));
      this.#line = this.#line.slice(-1);
    }
  }

  get isCut(): boolean {
    return this.#droppedChars + this.#over > 0;
  }

  /** With the line that is not over yet. */
  get #end(): string {
    return this.#tail + overwritten(this.#line);
  }

  get #over(): number {
    return Math.max(0, this.#end.length - this.#tailChars);
  }

  get droppedLines(): number {
    return this.#droppedLines;
  }

  /** All that is kept, with a line that says what is not. */
  get text(): string {
    const end = this.#end;
    if (!this.isCut) return (this.#head + end).trimEnd();
    const chars = this.#droppedChars + this.#over;
    const count = this.#droppedLines > 0 ? `${this.#droppedLines} lines` : `${chars} characters`;
    return `${this.#head.trimEnd()}\n[${count} left out]\n${end.slice(this.#over).trimEnd()}`;
  }

  #add(text: string): void {
    if (this.#tail === "" && this.#droppedChars === 0 && this.#head.length + text.length <= this.#headChars) {
      this.#head += text;
      return;
    }
    this.#tail += text;
    if (this.#tail.length <= this.#tailChars) return;
    const over = this.#tail.length - this.#tailChars;
    const lineEnd = this.#tail.indexOf("\n", over - 1) + 1;
    // At the end of a line, unless that is far: of a long one its end is told.
    const cut = lineEnd > 0 && lineEnd - over <= MAX_LINE_REST ? lineEnd : over;
    const dropped = this.#tail.slice(0, cut);
    this.#droppedChars += dropped.length;
    this.#droppedLines += dropped.split("\n").length - 1;
    this.#tail = this.#tail.slice(cut);
  }
}

/** What of a line is left after its carriage returns, without other control characters. */
function overwritten(line: string): string {
  const text = line.replace(/\r+$/, "");
  return text.slice(text.lastIndexOf("\r") + 1).replaceAll(/[^\P{Cc}\t]/gu, "");
}
