import type { Owner } from "./owner.js";
import { tempDir } from "./temp-dir.js";

/** What a shell needs and nothing else, in an empty home. */
export const shellEnv = (t: Owner, term = "xterm-256color"): Record<string, string> => ({
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  TERM: term,
  LC_ALL: "C.UTF-8",
  HOME: tempDir(t),
  PS1: "$ ",
});
