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

/** What bash sets, drops or takes for itself on its way; put back as it should be. None of them holds a secret. */
const TOUCHED_BY_BASH = (
  "_ SHLVL PWD OLDPWD PS1 PS2 IFS SHELLOPTS BASHOPTS BASH BASHPID BASH_ARGV0 BASH_COMMAND BASH_SUBSHELL BASH_VERSINFO " +
  "COMP_WORDBREAKS DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD LINENO OPTIND PIPESTATUS PPID RANDOM " +
  "SECONDS SRANDOM UID"
).split(" ");

/**
 * A launch that starts with no other descriptors than its terminal. Where we have strays, the child closes them itself
 * before it becomes the program: bash can name any descriptor, and env undoes what bash did to the environment. The
 * environment itself must not become arguments, which every user of the machine can read.
 */
export function withoutInheritedDescriptors({ file, args, env }: Launch): Pick<Launch, "file" | "args"> {
  strays ??= strayDescriptors();
  const bash = BASH.find((path) => existsSync(path));
  // env would take a path with "=" in it for an assignment.
  if (strays.length === 0 || bash === undefined || !existsSync(ENV) || file.includes("=")) return { file, args };
  const closing = strays.map((fd) => `${fd}>&-`).join(" ");
  const unset = TOUCHED_BY_BASH.flatMap((name) => ["-u", name]);
  const restored = TOUCHED_BY_BASH.filter((name) => name in env).map((name) => `${name}=${env[name]}`);
  // -p keeps BASH_ENV and the like from being run or heeded.
  const script = `exec ${ENV} "$@" ${closing}`;
  return {
    file: bash,
    args: ["--norc", "--noprofile", "-p", "-c", script, "sh", ...unset, ...restored, file, ...args],
  };
}
