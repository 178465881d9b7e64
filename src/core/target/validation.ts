import { InvalidArgumentError, MAX_ALL_ARGUMENT_CHARS } from "../../base/index.js";

// The kernel ends every one of these strings at the first NUL, so a value with one would silently mean another value.
// Values are never quoted in the messages: arguments and variables often hold secrets.
function textWithoutNul(field: string, value: unknown): string {
  if (typeof value !== "string") throw new InvalidArgumentError(field, `${field} must be a string, got ${kind(value)}`);
  if (value.includes("\0"))
    throw new InvalidArgumentError(
      field,
      `${field} must not contain a NUL byte; remove it before starting the program`,
    );
  return value;
}

function kind(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : typeof value;
}

/** @internal */
export function validProgram(program: unknown): string {
  const text = textWithoutNul("program", program);
  if (text === "")
    throw new InvalidArgumentError("program", "program must not be empty; give a command name or the path of a file");
  return text;
}

/** @internal */
export function validArg(field: string, arg: unknown): string {
  return textWithoutNul(field, arg);
}

/** @internal */
export function validArgs(args: unknown): string[] {
  if (!Array.isArray(args))
    throw new InvalidArgumentError("args", `args must be an array of strings, got ${kind(args)}`);
  return args.map((arg, index) => validArg(`args[${index}]`, arg));
}

/** Refuses what no system takes before anything of it is copied. @internal */
export function checkTotal(args: unknown, env: unknown): void {
  const given: readonly unknown[] = Array.isArray(args) ? args : [];
  const texts = [...given, ...Object.values((env ?? {}) as Record<string, unknown>)];
  const chars = texts.reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0);
  if (chars > MAX_ALL_ARGUMENT_CHARS)
    throw new InvalidArgumentError(
      "args",
      `args and env have ${chars} characters together, at most ${MAX_ALL_ARGUMENT_CHARS} are possible; hand over large values in a file`,
    );
}

/** @internal */
export function validCwd(cwd: unknown): string {
  const text = textWithoutNul("cwd", cwd);
  if (text === "")
    throw new InvalidArgumentError("cwd", "cwd must not be empty; leave it out to use the current directory");
  return text;
}

/** @internal */
export function validEnv(env: unknown): Record<string, string> {
  if (typeof env !== "object" || env === null || Array.isArray(env))
    throw new InvalidArgumentError("env", `env must be an object of strings, got ${kind(env)}`);
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (name === "") throw new InvalidArgumentError("env", "env must not have a variable with an empty name");
      if (/[=\0]/.test(name))
        throw new InvalidArgumentError("env", `env must not have "=" or a NUL byte in a name: ${JSON.stringify(name)}`);
      return [name, textWithoutNul(`env.${name}`, value)];
    }),
  );
}
