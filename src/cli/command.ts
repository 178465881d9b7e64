import type { Choice, Option } from "./option.js";

/** What a command takes besides options. */
export interface Positional {
  readonly name: string;
  readonly help: string;
  /** What to say when it is missing; an optional one has none. */
  readonly missing?: string;
  /** Words to offer behind those before. The command itself decides about others. */
  readonly choices?: (before: readonly string[]) => readonly Choice[] | Promise<readonly Choice[]>;
  /** It names a file or a directory. */
  readonly isFile?: boolean;
  /** How many there may be; one unless said otherwise. */
  readonly most?: number;
  /** It names a program: everything from it on belongs to that program. */
  readonly isProgram?: boolean;
}

/** One command of the table. */
export interface Command {
  /** One word, or two for those that belong together: `plugin check`. */
  readonly name: string;
  readonly summary: string;
  /** What those are for that begin with the same word, where there are several. */
  readonly group?: string;
  /** What follows the name in the usage line. */
  readonly usage: string;
  /** Called by our own scripts only: not shown, and given all its arguments as they are. */
  readonly isInternal?: boolean;
  readonly options: Readonly<Record<string, Option>>;
  /** Pairs of options of which only one may be given. */
  readonly conflicts?: readonly (readonly [string, string])[];
  readonly positional?: Positional;
  /** What follows `--` belongs to a program that the command starts, and is no argument of the command. */
  readonly hasProgramArgs?: boolean;
  /** What to know besides, in lines. */
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
  /** `programArgs` is undefined where there is no `--`. */
  start(
    values: Readonly<Record<string, unknown>>,
    args: readonly string[],
    programArgs?: readonly string[],
  ): Promise<number>;
}

type ValuesOf<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends Option<infer Value> ? Value : never;
};

interface TypedCommand<Options> extends Omit<Command, "options" | "start"> {
  readonly options: Options;
  start(values: ValuesOf<Options>, args: readonly string[], programArgs?: readonly string[]): Promise<number>;
}

/** A command whose `start` gets the values its options declare. */
export function command<Options extends Readonly<Record<string, Option>>>(definition: TypedCommand<Options>): Command {
  return { ...definition, start: (values, ...rest) => definition.start(values as ValuesOf<Options>, ...rest) };
}
