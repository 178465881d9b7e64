import { existsSync, readFileSync, readdirSync } from "node:fs";
import type { Launch } from "./pty-process.js";

const O_CLOEXEC = 0o2000000;
const BASH = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"];
const ENV = "/usr/bin/env";

let strays: readonly number[] | undefined;

/**
 * Descriptors that we inherited and that would pass on to every child. Node closes its own on exec and marks inherited
 * ones up to the first gap above 15; what lies behind that gap it misses. They cannot come into being later.
 */
function strayDescriptors(): readonly number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((fd) => fd > 2 && !isClosedOnExec(fd));
}

function isClosedOnExec(fd: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "latin1"))?.[1] ?? "0";
    return (parseInt(flags, 8) & O_CLOEXEC) !== 0;
  } catch {
    // Closed again: the descriptor of the listing itself.
    return true;
  }
}

/**
 * A launch that starts with no other descriptors than its terminal. Where we have strays, the child closes them itself
 * before it becomes the program: bash can name any descriptor, and env sets the exact environment again.
 */
export function withoutInheritedDescriptors(launch: Launch): Launch {
  strays ??= strayDescriptors();
  if (strays.length === 0) return launch;
  const bash = BASH.find((path) => existsSync(path));
  if (bash === undefined || !existsSync(ENV)) return launch;
  const closing = strays.map((fd) => `${fd}>&-`).join(" ");
  const assignments = Object.entries(launch.env).map(([name, value]) => `${name}=${value}`);
  return {
    ...launch,
    file: bash,
    args: [
      "--norc",
      "--noprofile",
      "-c",
      `exec ${ENV} -i "$@" ${closing}`,
      "sh",
      ...assignments,
      launch.file,
      ...launch.args,
    ],
  };
}
