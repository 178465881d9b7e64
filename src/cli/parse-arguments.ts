import { didYouMean, shown } from "../base/index.js";
import type { Command } from "./command.js";
import { spelled, type Option } from "./option.js";
import { UsageError } from "./usage-error.js";

/** What the arguments of a command ask for. */
export type Call =
  | { readonly kind: "help" }
  | {
      readonly kind: "start";
      readonly values: Readonly<Record<string, unknown>>;
      readonly args: readonly string[];
      readonly programArgs?: readonly string[];
    };

/** Reads a command's arguments. Throws a UsageError that says what was expected. */
export function parseArguments(command: Command, words: readonly string[]): Call {
  try {
    return command.isInternal === true ? { kind: "start", values: {}, args: words } : new Reading(command).read(words);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(error.message, command.name) : error;
  }
}

class Reading {
  readonly #command: Command;
  readonly #texts = new Map<string, string[]>();
  readonly #args: string[] = [];
  #programArgs: readonly string[] | undefined;

  constructor(command: Command) {
    this.#command = command;
  }

  read(words: readonly string[]): Call {
    for (let at = 0; at < words.length;) {
      const word = words[at++];
      if (word === "--") {
        if (this.#command.hasProgramArgs === true) this.#programArgs = words.slice(at);
        else this.#args.push(...words.slice(at));
        break;
      }
      if (word === "--help" || word === "-h") return { kind: "help" };
      if (word.startsWith("-") && word !== "-") {
        if (this.#takeOption(word, words[at])) at++;
      } else if (this.#command.positional?.isProgram === true) {
        this.#args.push(...words.slice(at - 1));
        break;
      } else this.#args.push(word);
    }
    this.#checkConflicts();
    this.#checkArgs();
    const programArgs = this.#programArgs;
    return {
      kind: "start",
      values: this.#values(),
      args: this.#args,
      ...(programArgs === undefined ? {} : { programArgs }),
    };
  }

  /** Returns whether the next word was taken as the option's value. */
  #takeOption(word: string, next: string | undefined): boolean {
    const equals = word.indexOf("=");
    const spelling = equals === -1 ? word : word.slice(0, equals);
    const [name, option] = this.#find(spelling);
    const texts = this.#texts.get(name) ?? [];
    this.#texts.set(name, texts);
    if (option.valueName === undefined) {
      if (equals !== -1) throw new UsageError(`${spelling} takes no value`);
      texts.push("");
      return false;
    }
    if (texts.length > 0 && option.isRepeatable !== true) throw new UsageError(`${spelling} is given twice`);
    if (equals !== -1) {
      texts.push(word.slice(equals + 1));
      return false;
    }
    // `--socket --stdio` has lost its path; `--lines -5` has a number that is out of range.
    if (next === undefined || next.startsWith("--") || next === "-h")
      throw new UsageError(
        `${spelling} needs a value: ${spelling} ${option.valueName}` +
          (next === undefined || next === "--" ? "" : ` (or ${spelling}=${option.valueName} if it begins with a dash)`),
      );
    texts.push(next);
    return true;
  }

  #find(spelling: string): readonly [string, Option] {
    const options = Object.entries(this.#command.options);
    const found = options.find(([name]) => spelled(name) === spelling);
    if (found !== undefined) return found;
    const known = [...options.map(([name]) => spelled(name)), "--help"];
    const guess = didYouMean(spelling, known);
    const isProgram = this.#command.positional?.isProgram === true && guess === "";
    const hint = isProgram ? "; options of the program stand behind its name" : guess;
    throw new UsageError(`unknown option ${shown(spelling)}${hint}`);
  }

  #checkConflicts(): void {
    for (const [one, other] of this.#command.conflicts ?? [])
      if (this.#texts.has(one) && this.#texts.has(other))
        throw new UsageError(`${spelled(one)} and ${spelled(other)} exclude each other; give one of them`);
  }

  #checkArgs(): void {
    const { positional } = this.#command;
    if (positional?.missing !== undefined && this.#args.length === 0) throw new UsageError(positional.missing);
    if (positional?.isProgram === true) return;
    const [stranger] = this.#args.slice(positional === undefined ? 0 : (positional.most ?? 1));
    if (stranger === undefined) return;
    const expected =
      positional === undefined
        ? "no arguments besides options"
        : positional.most === undefined
          ? `one ${positional.name}`
          : positional.name;
    throw new UsageError(`unexpected argument ${shown(stranger)}; ${this.#command.name} takes ${expected}`);
  }

  #values(): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(this.#command.options).map(([name, option]) => [
        name,
        option.read(spelled(name), this.#texts.get(name) ?? []),
      ]),
    );
  }
}
