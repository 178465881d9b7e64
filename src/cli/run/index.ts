/**
 * cli/run: `ptywright run -- CMD`, a program on a terminal of its own, used as if nothing were in between. Bytes pass in both directions;
 * the user's terminal is set up while it runs and restored at the end, whatever happens.
 * Must not: read arguments, print anything of its own, keep a screen.
 */
export type { RunOptions } from "./run.js";
export { run } from "./run.js";
