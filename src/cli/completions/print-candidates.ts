import type { Command } from "../command.js";
import { EXIT_OK } from "../exit-codes.js";
import { candidatesFor } from "./candidates.js";
import { unquoted } from "./unquoted.js";

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
