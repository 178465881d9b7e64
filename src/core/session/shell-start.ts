import { randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import { InvalidArgumentError, shown } from "../../base/index.js";
import { Target } from "../target/index.js";

/** The shells that can be told to mark their commands. */
export type ShellName = "bash" | "zsh" | "fish";

/** A shell that marks its prompts, commands and their output. */
export interface MarkedShell {
  readonly name: ShellName;
  readonly target: Target;
  /** What tells its marks from those that a program prints. */
  readonly nonce: string;
}

/** Whether a program is a shell that can be told to mark its commands. */
export const canMarkCommands = (program: string): boolean => shellIn(program) !== undefined;

function shellIn(program: string): ShellName | undefined {
  const name = basename(program);
  return name === "bash" || name === "zsh" || name === "fish" ? name : undefined;
}

/** The scripts lie beside the code, at the top of the package. */
const SCRIPTS = join(import.meta.dirname, "..", "..", "..", "shell-integration");

/** How the shell of a target is started so that it marks its commands. Its user's own start-up files are read as ever, and none is changed. */
export function markedShell(target: Target): MarkedShell {
  const name = shellIn(target.program);
  if (name === undefined)
    throw new InvalidArgumentError(
      "shellIntegration",
      `shellIntegration knows bash, zsh and fish; the program is ${shown(target.program)}`,
    );
  requireInteractive(name, target.args);
  const nonce = randomBytes(12).toString("hex");
  const { args, env } = STARTS[name](target.args, target);
  const marked = Target.from({
    program: target.program,
    args,
    cwd: target.cwd,
    env: { ...target.env, ...env, PTYWRIGHT_SHELL_NONCE: nonce },
    clearEnv: !target.inheritsEnv,
    size: target.size,
  });
  return { name, target: marked, nonce };
}

interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const STARTS: Readonly<Record<ShellName, (args: readonly string[], target: Target) => Start>> = {
  bash: (args) => {
    const script = join(SCRIPTS, "bash.sh");
    const rest = [...args];
    // Without start-up files: with the first prompt, of which nobody takes the command.
    if (taken(rest, "--norc"))
      return {
        args: ["--norc", ...rest],
        env: { PROMPT_COMMAND: `. ${quoted(script)}`, PTYWRIGHT_SHELL_START: "none" },
      };
    const file = takenValue(rest, "--rcfile") ?? takenValue(rest, "--init-file");
    const isLogin = takenLetter(rest, "l") || taken(rest, "--login");
    const start = isLogin ? "login" : file === undefined ? "rc" : `file:${file}`;
    return { args: ["--rcfile", script, ...rest], env: { PTYWRIGHT_SHELL_START: start } };
  },
  zsh: (args, target) => {
    const rest = [...args];
    const isBare = takenLetter(rest, "f") || taken(rest, "--no-rcs");
    const own = target.env.ZDOTDIR ?? (target.inheritsEnv ? process.env.ZDOTDIR : undefined);
    return {
      args: rest,
      env: {
        ZDOTDIR: join(SCRIPTS, "zsh"),
        PTYWRIGHT_SHELL_START: isBare ? "none" : "rc",
        ...(own === undefined ? {} : { PTYWRIGHT_SHELL_ZDOTDIR: own }),
      },
    };
  },
  fish: (args) => ({ args: [...args, "--init-command", `source ${quoted(join(SCRIPTS, "fish.fish"))}`], env: {} }),
};

/** Options whose next word is their value: letters, and long ones. */
const WITH_VALUE: Readonly<Record<ShellName, RegExp>> = {
  bash: /^(?:[-+][A-Za-z]*[oO]|--rcfile|--init-file)$/,
  zsh: /^(?:[-+][A-Za-z0-9]*o|--emulate)$/,
  fish: /^(?:-[A-Za-z]*[CdofpD]|--(?:init-command|debug|debug-output|features|profile|profile-startup|debug-stack-frames))$/,
};

/** Throws for what never shows a prompt, or reads no start-up files: it would mark nothing. */
function requireInteractive(name: ShellName, args: readonly string[]): void {
  let isStdin = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    const isPosix = name === "bash" && (word === "--posix" || (/^-[A-Za-z]*o$/.test(word) && args[at + 1] === "posix"));
    if (isPosix)
      throw new InvalidArgumentError(
        "shellIntegration",
        "bash --posix reads no file that could mark its commands; start it without --posix, and run `set -o posix` in it",
      );
    const isOption = /^[-+]./.test(word) && word !== "--";
    if (/^-[A-Za-z]*s/.test(word)) isStdin = true;
    const isCommand = /^-[A-Za-z]*c/.test(word) || /^--command(?:=|$)/.test(word);
    const isScript = !isOption && !isStdin && (word !== "--" || at + 1 < args.length) && word !== "-";
    if (isCommand || isScript)
      throw new InvalidArgumentError(
        "shellIntegration",
        `shellIntegration is for a shell that shows a prompt, and ${shown(word)} makes it run something else; start it as ${name} -i, and use run`,
      );
    if (WITH_VALUE[name].test(word)) at++;
  }
}

function taken(args: string[], option: string): boolean {
  const at = args.indexOf(option);
  if (at >= 0) args.splice(at, 1);
  return at >= 0;
}

/** Of `-l`, and of `-il`, which goes on as `-i`. */
function takenLetter(args: string[], letter: string): boolean {
  const at = args.findIndex((word) => /^-[A-Za-z]+$/.test(word) && word.includes(letter));
  if (at < 0) return false;
  const rest = args[at].replace(letter, "");
  args.splice(at, 1, ...(rest === "-" ? [] : [rest]));
  return true;
}

function takenValue(args: string[], option: string): string | undefined {
  const at = args.indexOf(option);
  return at < 0 ? undefined : args.splice(at, 2)[1];
}

/** One word for all three. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
