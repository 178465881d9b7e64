import type { Command } from "./command.js";
import type { Choice } from "./option.js";

/** What the first words of a line name. */
export type Found =
  | { readonly kind: "command"; readonly command: Command; readonly rest: readonly string[] }
  /** The first word of several commands, and one of those words must follow. */
  | { readonly kind: "group"; readonly name: string; readonly rest: readonly string[] }
  | { readonly kind: "unknown" };

/** Finds the command whose name, of one word or two, the words begin with. */
export function findCommand(commands: readonly Command[], words: readonly string[]): Found {
  const [first, second] = words;
  const twoWords = commands.find(({ name }) => name === `${first} ${second}`);
  if (twoWords !== undefined) return { kind: "command", command: twoWords, rest: words.slice(2) };
  const oneWord = commands.find(({ name }) => name === first);
  if (oneWord !== undefined) return { kind: "command", command: oneWord, rest: words.slice(1) };
  if (commandsOf(commands, first).length > 0) return { kind: "group", name: first, rest: words.slice(1) };
  return { kind: "unknown" };
}

/** The commands whose name is this word and another one. */
export function commandsOf(commands: readonly Command[], group: string | undefined): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${group} `));
}

/** What may follow these words of a command's name. */
export function nextWords(commands: readonly Command[], before: readonly string[]): readonly Choice[] {
  const listed = commands.filter(({ isInternal }) => isInternal !== true);
  if (before.length > 0)
    return before.length > 1
      ? []
      : commandsOf(listed, before[0]).map(({ name, summary }) => ({ word: secondWord(name), help: summary }));
  const words = new Map(listed.map(({ name, summary, group = summary }) => [name.split(" ")[0], group]));
  return [...words].map(([word, help]) => ({ word, help }));
}

const secondWord = (name: string): string => name.split(" ")[1];
