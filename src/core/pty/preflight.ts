import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { SpawnError } from "../../base/index.js";

/** Where a program is looked for when the child's environment has no PATH; the same as most C libraries. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";
/** The kernel reads no more of a script's first line. */
const MAX_SHEBANG_BYTES = 256;

const IS_WINDOWS = process.platform === "win32";

/** Windows finds `node` as `node.exe`. */
function spellings(path: string, env: Readonly<Record<string, string>>): string[] {
  if (!IS_WINDOWS) return [path];
  return [...(env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";").map((extension) => path + extension), path];
}

type Verdict = "usable" | "missing" | "directory" | "not_executable";

function judge(file: string): Verdict {
  try {
    if (statSync(file).isDirectory()) return "directory";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES" ? "not_executable" : "missing";
  }
  try {
    accessSync(file, constants.X_OK);
    return "usable";
  } catch {
    return "not_executable";
  }
}

/** A forked child can only report failure as an exit code, so all that can be known is checked before. */
export function checkCwd(program: string, cwd: string): string {
  const path = resolve(cwd);
  let isDirectory: boolean;
  try {
    isDirectory = statSync(path).isDirectory();
  } catch {
    throw new SpawnError(
      "cwd_not_found",
      program,
      `cannot start ${program}: no such file or directory: cwd ${path}. ${cwd.startsWith("~") ? hint(cwd) : "Create it or pass another cwd."}`,
    );
  }
  if (!isDirectory)
    throw new SpawnError("cwd_not_directory", program, `cannot start ${program}: cwd ${path} is not a directory.`);
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw new SpawnError(
      "cwd_not_accessible",
      program,
      `cannot start ${program}: permission denied: cwd ${path}. Pass a directory that this user may enter.`,
    );
  }
  return path;
}

/** The absolute path of the program, as the child's own PATH and cwd see it. */
export function resolveProgram(program: string, env: Readonly<Record<string, string>>, cwd: string): string {
  if (program.includes("/") || (IS_WINDOWS && program.includes("\\"))) {
    const path = isAbsolute(program) ? program : join(cwd, program);
    const file = spellings(path, env).find((spelling) => judge(spelling) === "usable") ?? path;
    requireUsable(program, file, judge(file));
    checkInterpreter(program, file);
    return file;
  }
  const directories = (env.PATH ?? env.Path ?? DEFAULT_PATH).split(delimiter);
  const files = directories
    .map((directory) => join(resolve(cwd, directory === "" ? "." : directory), program))
    .flatMap((path) => spellings(path, env));
  let refused: string | undefined;
  for (const file of files) {
    const verdict = judge(file);
    if (verdict === "usable") {
      checkInterpreter(program, file);
      return file;
    }
    if (verdict === "not_executable") refused ??= file;
  }
  if (refused !== undefined) requireUsable(program, refused, "not_executable");
  throw new SpawnError(
    "program_not_found",
    program,
    `cannot start ${program}: no such file in the ${directories.length} directories of PATH. ` +
      (/\s/.test(program)
        ? "It has a blank in it: pass arguments in args, not in program."
        : "Install it, pass its full path, or set PATH in the target's env."),
  );
}

function hint(path: string): string {
  return path.startsWith("~")
    ? "Nobody but a shell expands ~: pass expandTilde(path)."
    : "Check the path; a relative one starts at the cwd.";
}

function requireUsable(program: string, file: string, verdict: Verdict): void {
  switch (verdict) {
    case "usable":
      return;
    case "missing":
      throw new SpawnError(
        "program_not_found",
        program,
        `cannot start ${program}: no such file: ${file}. ${hint(program)}`,
      );
    case "directory":
      throw new SpawnError("program_is_directory", program, `cannot start ${program}: ${file} is a directory.`);
    case "not_executable":
      throw new SpawnError(
        "program_not_executable",
        program,
        `cannot start ${program}: permission denied: ${file} may not be executed. Try chmod +x, or run it with its interpreter.`,
      );
  }
}

/** A script whose interpreter is missing fails only after the fork; say it before. */
function checkInterpreter(program: string, file: string): void {
  const line = firstLine(file);
  const interpreter = line === undefined ? undefined : /^#!\s*(\S+)/.exec(line)?.[1];
  if (interpreter === undefined || judge(interpreter) === "usable") return;
  throw new SpawnError(
    "program_not_executable",
    program,
    `cannot start ${program}: no such file: ${interpreter}, the interpreter that the first line of ${file} names.`,
  );
}

function firstLine(file: string): string | undefined {
  const bytes = Buffer.alloc(MAX_SHEBANG_BYTES);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const count = readSync(descriptor, bytes, 0, bytes.length, null);
    return bytes.toString("latin1", 0, count).split("\n", 1)[0];
  } catch {
    // Executable but not readable is fine for the kernel.
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Linux takes no longer string, and no more of them all together unless the stack's limit was raised. */
const MAX_STRING_BYTES = 131_071;
const MAX_ALL_BYTES = 2_000_000;

/** What exec would refuse, after the fork, with nothing but an exit code. */
export function checkArgumentSize(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): void {
  const strings = [...args, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const sizes = strings.map((text) => Buffer.byteLength(text));
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (largest <= MAX_STRING_BYTES && total <= MAX_ALL_BYTES) return;
  throw new SpawnError(
    "spawn_failed",
    program,
    `cannot start ${program}: argument list too long: arguments and environment have ${total} bytes (the limit is ${MAX_ALL_BYTES}), ` +
      `the longest ${largest} (the limit is ${MAX_STRING_BYTES}). Pass large values in a file.`,
  );
}
