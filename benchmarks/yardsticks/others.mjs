// The C reader (compiled on the spot) and pexpect. Each says whether it can run here.
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

const folder = import.meta.dirname;

/** Compiles the reader and returns its path, or undefined where there is no compiler. @param {string} scratch */
export function compileReader(scratch) {
  const binary = join(scratch, "pty-reader");
  const { status } = spawnSync("cc", ["-O2", "-o", binary, join(folder, "pty-reader.c"), "-lutil"]);
  return status === 0 ? binary : undefined;
}

/** @param {string} reader @param {string} file */
export const readerBulk = (reader, file) => Number(execFileSync(reader, ["/bin/cat", file]).toString());

/** A Python that has the modules, or undefined. @param {string[]} modules */
export function pythonWith(modules) {
  const code = modules.map((name) => `import ${name}`).join("\n");
  return ["/usr/bin/python3", "python3"].find((python) => spawnSync(python, ["-c", code]).status === 0);
}

/** @param {string} python @param {string[]} args */
export const pexpect = (python, args) =>
  execFileSync(python, [join(folder, "pexpect_yardstick.py"), ...args])
    .toString()
    .trim()
    .split("\n")
    .map(Number);
