import { fileURLToPath } from "node:url";
import type { TargetOptions } from "ptywright";

/** The compiled tests lie in build/test; the fixture programs stay where they are written. */
const PROGRAMS = fileURLToPath(new URL("../../../test/fixtures/programs/", import.meta.url));
const ENV = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C.UTF-8" };

/** A fixture program as a target: `fixture("ignores-hangup.sh")`. Only declared variables reach it. */
export function fixture(name: string, ...args: string[]): TargetOptions {
  const program = name.endsWith(".mjs") ? process.execPath : name.endsWith(".py") ? "python3" : "/bin/sh";
  return { program, args: [`${PROGRAMS}${name}`, ...args], env: ENV, clearEnv: true };
}

/** A line of shell as a target. */
export function shell(script: string): TargetOptions {
  return { program: "/bin/sh", args: ["-c", script], env: ENV, clearEnv: true };
}
