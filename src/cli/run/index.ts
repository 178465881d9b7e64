/**
 * run: `ptywright run -- CMD`, a program on a terminal of its own that feels as if there were nothing in between: bytes
 * through in both directions, the user's terminal set up while it runs and put back as it was, whatever happens.
 * Should avoid: reading arguments, printing anything of its own, keeping a screen.
 */
export type { RunOptions } from "./run.js";
export { run } from "./run.js";
