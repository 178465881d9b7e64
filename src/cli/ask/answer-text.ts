/** The answer as it was told piece by piece, compared with the whole of it at the end. */
export class AnswerText {
  #told = "";

  get told(): string {
    return this.#told;
  }

  add(text: string): void {
    this.#told += text;
  }

  /**
   * What is still to be told of the whole. It may be drawn otherwise than it was told, broken elsewhere or with other signs: then what goes on
   * behind the same letters. Where it says something else, from the first line that differs.
   */
  rest(whole: string): string {
    if (whole.startsWith(this.#told)) return whole.slice(this.#told.length);
    if (whole.trimEnd() === this.#told.trimEnd()) return "";
    const end = endBehind(whole, this.#told);
    if (end !== undefined) return whole.slice(end).trim() === "" ? "" : `\n${whole.slice(end).trimStart()}`;
    const told = this.#told.split("\n");
    const lines = whole.split("\n");
    const same = lines.findIndex((line, at) => line !== told[at]);
    return same === -1 ? "" : `\n${lines.slice(same).join("\n")}`;
  }
}

const LETTER = /[\p{L}\p{N}]/gu;

/** Where a text has come to once the same letters were told; undefined if it does not begin with them. */
function endBehind(whole: string, told: string): number | undefined {
  let end = 0;
  LETTER.lastIndex = 0;
  for (const [letter] of told.matchAll(LETTER)) {
    LETTER.lastIndex = end;
    const next = LETTER.exec(whole);
    if (next?.[0] !== letter) return undefined;
    end = next.index + letter.length;
  }
  if (end === 0) return undefined;
  // Up to the end of the line that was told: signs may follow the last letter.
  LETTER.lastIndex = end;
  const more = LETTER.exec(whole);
  return more === null ? whole.length : end;
}

/** A text as it may be printed: without control characters, which could do anything to a terminal. */
export const printable = (text: string): string => text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
