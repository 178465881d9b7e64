import type { Command } from "../command.js";
import { EXIT_OK } from "../exit-codes.js";
import { candidatesFor } from "./candidates.js";

/**
 * Answers a script: a line that says `words` or `files`, then a line for each word, with a tab and its meaning where the
 * shell shows that.
 */
export async function printCandidates(
  commands: readonly Command[],
  shell: string | undefined,
  words: readonly string[],
): Promise<number> {
  const { kind, words: found } = await candidatesFor(commands, decoded(shell, words));
  const lines = found.map(({ word, help }) => (help === "" || shell === "bash" ? word : `${word}\t${help}`));
  process.stdout.write([kind, ...lines, ""].join("\n"));
  return EXIT_OK;
}

function decoded(shell: string | undefined, words: readonly string[]): readonly string[] {
  if (shell === "bash") return words.map(unquoted);
  if (shell === "powershell")
    return Buffer.from(words[0] ?? "", "base64")
      .toString()
      .split("\0");
  return words;
}

/**
 * A word of a POSIX shell's line without its quotes and backslashes. Nothing is expanded: `$(x)` stays `$(x)`. A quote that
 * is still open, as it often is at the cursor, reaches to the end.
 */
export function unquoted(word: string): string {
  let text = "";
  let quote = "";
  for (let at = 0; at < word.length; at++) {
    const character = word[at];
    if (character === quote) quote = "";
    else if (quote === "" && (character === "'" || character === '"')) quote = character;
    else if (character === "\\" && quote !== "'" && at + 1 < word.length) text += word[++at];
    else text += character;
  }
  return text;
}
