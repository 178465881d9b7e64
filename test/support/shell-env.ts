import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Owner } from "./owner.js";
import { tempDir } from "./temp-dir.js";

/** Without this folder fish reads all manual pages in the background on its first start, and writes into a home that is being removed. */
const READ_BY_FISH = ".local/share/fish/generated_completions";

/** A home that no shell has anything to do in. */
export function shellHome(t: Owner): string {
  const home = tempDir(t);
  mkdirSync(join(home, READ_BY_FISH), { recursive: true });
  return home;
}

/** What a shell needs and nothing else, in an empty home. */
export const shellEnv = (t: Owner, term = "xterm-256color"): Record<string, string> => ({
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  TERM: term,
  LC_ALL: "C.UTF-8",
  HOME: shellHome(t),
  PS1: "$ ",
});
