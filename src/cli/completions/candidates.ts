import type { Command } from "../command.js";
import { findCommand, nextWords } from "../find-command.js";
import { spelled, type Choice, type Option } from "../option.js";
import { programsOnPath } from "./programs-on-path.js";

/** What fits at the cursor: words of ours, or any file, which is the shell's own business. */
export interface Candidates {
  readonly kind: "words" | "files";
  readonly words: readonly Choice[];
}

const FILES: Candidates = { kind: "files", words: [] };
const NOTHING: Candidates = { kind: "words", words: [] };
const HELP: Choice = { word: "--help", help: "show help" };
const VERSION: Choice = { word: "--version", help: "show the version" };
const SOCKET: Choice = { word: "--socket", help: "speak to the server at this socket" };

/** What fits in the place of the last of the words, which follow the name of the program. */
export async function candidatesFor(commands: readonly Command[], words: readonly string[]): Promise<Candidates> {
  const current = words.at(-1) ?? "";
  const before = withoutSocket(words.slice(0, -1));
  if (before === undefined) return FILES;
  if (before.length === 0) return matching(current, [...nextWords(commands, []), SOCKET, HELP, VERSION]);
  const found = findCommand(commands, before);
  if (found.kind === "group" && found.rest.length === 0)
    return matching(current, [...nextWords(commands, before), HELP]);
  if (found.kind !== "command" || found.command.isInternal === true) return NOTHING;
  return inCommand(found.command, found.rest, current);
}

/** The words behind a `--socket` that stands before the command; undefined where its path is being typed. */
function withoutSocket(words: readonly string[]): readonly string[] | undefined {
  if (words[0]?.startsWith("--socket=") === true) return words.slice(1);
  if (words[0] !== "--socket") return words;
  return words.length === 1 ? undefined : words.slice(2);
}

async function inCommand(command: Command, before: readonly string[], current: string): Promise<Candidates> {
  const place = placeAfter(command, before);
  if (place.kind === "program_argument") return FILES;
  if (place.kind === "value") return valuesOf(place.option, current, "");
  if (place.kind === "argument") return argumentsOf(command, place.args, current);
  const assigned = /^(--[^=]+=)(.*)$/s.exec(current);
  if (assigned !== null) {
    const option = optionOf(command, assigned[1].slice(0, -1));
    return option === undefined ? NOTHING : valuesOf(option, assigned[2], assigned[1]);
  }
  const { choices, isFile, most = 1 } = command.positional ?? {};
  const takesWord = (choices !== undefined || isFile === true) && place.args.length < most;
  if (current.startsWith("-") || (current === "" && !takesWord)) return matching(current, optionsLeft(command, place));
  return argumentsOf(command, place.args, current);
}

type Place =
  | { readonly kind: "value"; readonly option: Option }
  | { readonly kind: "program_argument" }
  /** After `--`: no option any more. */
  | { readonly kind: "argument"; readonly args: readonly string[] }
  | { readonly kind: "anything"; readonly args: readonly string[]; readonly given: ReadonlySet<string> };

/** Where one is after these words. Words that make no sense are passed over: they may be corrected later. */
function placeAfter(command: Command, words: readonly string[]): Place {
  const given = new Set<string>();
  const isProgram = command.positional?.isProgram === true;
  const args: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === "--") {
      const after = words.slice(at + 1);
      return command.hasProgramArgs === true || (isProgram && after.length > 0)
        ? { kind: "program_argument" }
        : { kind: "argument", args: [...args, ...after] };
    }
    const [spelling] = word.split("=", 1);
    const option = optionOf(command, spelling);
    if (option !== undefined) {
      given.add(spelling);
      if (option.valueName !== undefined && spelling === word && ++at === words.length)
        return { kind: "value", option };
    } else if (!word.startsWith("-")) {
      if (isProgram) return { kind: "program_argument" };
      args.push(word);
    }
  }
  return { kind: "anything", args, given };
}

function optionOf(command: Command, spelling: string): Option | undefined {
  return Object.entries(command.options).find(([name]) => spelled(name) === spelling)?.[1];
}

function optionsLeft(command: Command, { given }: { readonly given: ReadonlySet<string> }): Choice[] {
  const excluded = (command.conflicts ?? []).flatMap(([one, other]) => [
    ...(given.has(spelled(one)) ? [other] : []),
    ...(given.has(spelled(other)) ? [one] : []),
  ]);
  const left = Object.entries(command.options).filter(
    ([name, { isRepeatable }]) => (isRepeatable === true || !given.has(spelled(name))) && !excluded.includes(name),
  );
  const end: Choice[] =
    command.positional?.isProgram === true
      ? [{ word: "--", help: "the program follows" }]
      : command.hasProgramArgs === true
        ? [{ word: "--", help: "arguments of the program follow" }]
        : [];
  return [...left.map(([name, { help }]) => ({ word: spelled(name), help })), HELP, ...end];
}

async function argumentsOf({ positional }: Command, before: readonly string[], current: string): Promise<Candidates> {
  if (positional?.isProgram === true) {
    const programs = current.includes("/") ? [] : programsOnPath(current);
    return programs.length === 0
      ? FILES
      : matching(
          current,
          programs.map((word) => ({ word, help: "" })),
        );
  }
  if (before.length >= (positional?.most ?? 1)) return NOTHING;
  return positional?.isFile === true ? FILES : matching(current, (await positional?.choices?.(before)) ?? []);
}

function valuesOf({ choices, isFile }: Option, current: string, prefix: string): Candidates {
  if (isFile === true) return FILES;
  const fitting = (choices ?? []).filter(({ word }) => word.startsWith(current));
  return { kind: "words", words: fitting.map(({ word, help }) => ({ word: prefix + word, help })) };
}

function matching(current: string, choices: readonly Choice[]): Candidates {
  // A dash is needed to see options beside other words.
  const fitting = choices.filter(
    ({ word }) => word.startsWith(current) && (current !== "" || !isOptionAmong(word, choices)),
  );
  return { kind: "words", words: fitting };
}

function isOptionAmong(word: string, choices: readonly Choice[]): boolean {
  return word.startsWith("-") && choices.some((other) => !other.word.startsWith("-"));
}
