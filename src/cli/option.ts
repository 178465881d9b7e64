import { shown } from "../base/index.js";
import { UsageError } from "./usage-error.js";

/** A word that may stand in a place, and what it means. */
export interface Choice<Word extends string = string> {
  readonly word: Word;
  readonly help: string;
}

/** One `--option` of a command. */
export interface Option<Value = unknown> {
  readonly help: string;
  /** How its value is called in help; a flag has none. */
  readonly valueName?: string;
  readonly choices?: readonly Choice[];
  readonly isFile?: boolean;
  readonly isRepeatable?: boolean;
  /** The value for the texts given, in their order: none where the option was left out. Throws a UsageError. */
  readonly read: (spelling: string, texts: readonly string[]) => Value;
}

/** An option without a value. */
export function flag(help: string): Option<boolean> {
  return { help, read: (_, texts) => texts.length > 0 };
}

/** An option whose value may be any text. */
export function text(valueName: string, help: string): Option<string | undefined> {
  return { help, valueName, read: (_, texts) => texts[0] };
}

/** An option that may be given several times, each with any text. */
export function texts(valueName: string, help: string): Option<readonly string[]> {
  return { help, valueName, isRepeatable: true, read: (_, given) => given };
}

/** An option whose value is the path of a file. */
export function file(valueName: string, help: string): Option<string | undefined> {
  const read = (spelling: string, [path]: readonly string[]): string | undefined => {
    if (path === "") throw new UsageError(`${spelling} must be a path, got an empty one`);
    return path;
  };
  return { help, valueName, isFile: true, read };
}

/** An option that may be given several times, each with the path of a file. */
export function files(valueName: string, help: string): Option<readonly string[]> {
  const one = file(valueName, help);
  return {
    ...one,
    isRepeatable: true,
    read: (spelling, paths) => paths.flatMap((path) => one.read(spelling, [path]) ?? []),
  };
}

/** An option whose value is one of a few words; without it, the first of them. */
export function choice<const Word extends string>(
  valueName: string,
  help: string,
  choices: readonly [Choice<Word>, ...Choice<Word>[]],
): Option<Word> {
  const read = (spelling: string, [given]: readonly string[]): Word => {
    if (given === undefined) return choices[0].word;
    const found = choices.find(({ word }) => word === given);
    if (found === undefined)
      throw new UsageError(`${spelling} must be ${choices.map(({ word }) => word).join(" or ")}, got ${shown(given)}`);
    return found.word;
  };
  return { help, valueName, choices, read };
}

/** An option whose value is a whole number of a range; without it, `fallback`. */
export function wholeNumber<Fallback extends number | undefined>(
  help: string,
  range: { readonly min: number; readonly max: number; readonly fallback: Fallback },
): Option<number | Fallback> {
  const { min, max, fallback } = range;
  const read = (spelling: string, [given]: readonly string[]): number | Fallback => {
    if (given === undefined) return fallback;
    const value = /^[+-]?\d+$/.test(given) ? Number(given) : NaN;
    if (value >= min && value <= max) return value;
    throw new UsageError(`${spelling} must be a whole number from ${min} to ${max}, got ${shown(given)}`);
  };
  return { help, valueName: "N", read };
}

/** How a name of the table is typed: `inOrder` is `--in-order`. */
export function spelled(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
