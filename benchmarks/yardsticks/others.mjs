// The C reader and vt100 (compiled on the spot) and pexpect. Each says whether it can run here.
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

/** What was built stays there, out of the way of everything that is kept. */
const TARGET = join(folder, "../../build/yardsticks");
/** Undefined before the first try, null where it cannot be built. @type {string | null | undefined} */
let vt100;

/** Builds Rust's vt100 with portable-pty and returns its path, or undefined where there is no cargo, or none of its packages can be had. */
export function buildVt100() {
  if (vt100 === undefined) {
    const { status } = spawnSync("cargo", ["build", "--release", "--locked", "--quiet", "--target-dir", TARGET], {
      cwd: join(folder, "vt100"),
      env: { ...process.env, CARGO_NET_RETRY: "0", CARGO_HTTP_TIMEOUT: "20" },
      stdio: "ignore",
    });
    vt100 = status === 0 ? join(TARGET, "release/vt100-yardstick") : null;
    if (vt100 === null) console.log("no cargo here, or no packages for it: vt100 is left out");
  }
  return vt100 ?? undefined;
}

/** @param {string} binary @param {string} mode @param {import("../workloads.mjs").Size} size @param {number} history @param {string[]} args */
const vt100Seconds = (binary, mode, { rows, cols }, history, args) =>
  Number(execFileSync(binary, [mode, ...[rows, cols, history].map(String), ...args]).toString());

/** Seconds for the screen alone. @param {string} binary @param {string} file @param {import("../workloads.mjs").Size} size */
export const vt100Alone = (binary, file, size) => vt100Seconds(binary, "alone", size, 0, [file]);

/** Seconds through a terminal, with so many rows of history. @param {string} binary @param {string} file @param {import("../workloads.mjs").Size} size @param {number} history */
export const vt100Bulk = (binary, file, size, history) =>
  vt100Seconds(binary, "pty", size, history, ["/bin/cat", file]);
