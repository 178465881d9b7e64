/** The answer as it was told piece by piece, compared with the whole of it at the end. */
export class AnswerText {
  #told = "";

  get told(): string {
    return this.#told;
  }

  add(text: string): void {
    this.#told += text;
  }

  /** What is still to be told of the whole. Where it was told otherwise, from the first line that differs. */
  rest(whole: string): string {
    if (whole.startsWith(this.#told)) return whole.slice(this.#told.length);
    if (whole.trimEnd() === this.#told.trimEnd()) return "";
    const told = this.#told.split("\n");
    const lines = whole.split("\n");
    const same = lines.findIndex((line, at) => line !== told[at]);
    return same === -1 ? "" : `\n${lines.slice(same).join("\n")}`;
  }
}

/** A text as it may be printed: without control characters, which could do anything to a terminal. */
export const printable = (text: string): string => text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
