import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A longer list is of no use to anybody. */
const MAX_PROGRAMS = 4_096;
/** Names that need no quoting in any shell and that no shell splits. */
const PLAIN_NAME = /^[\w.+@,-]+$/;

/** Names of executables on PATH that begin so, sorted. */
export function programsOnPath(
  beginning: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const found = new Set<string>();
  for (const directory of (env["PATH"] ?? "").split(delimiter)) {
    if (directory === "") continue;
    for (const file of namesIn(directory)) {
      const name = programName(file, env);
      if (name === undefined || !name.startsWith(beginning) || found.has(name) || !PLAIN_NAME.test(name)) continue;
      if (isExecutable(join(directory, file))) found.add(name);
      if (found.size === MAX_PROGRAMS) return [...found].sort();
    }
  }
  return [...found].sort();
}

/** What one types to start the file: on Windows without its ending, and only if that is one of PATHEXT. */
function programName(file: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (process.platform !== "win32") return file;
  const endings = (env["PATHEXT"] ?? ".EXE;.CMD;.BAT;.COM").toLowerCase().split(";");
  const ending = endings.find((one) => one !== "" && file.toLowerCase().endsWith(one));
  return ending === undefined ? undefined : file.slice(0, -ending.length);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
