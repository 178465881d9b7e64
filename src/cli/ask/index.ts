/**
 * cli/ask: `ptywright ask`, one prompt to a program that a plugin knows. Who may allow what, how is the answer printed on stdout and the
 * progress on stderr, and which exit code follows?
 * Must not know: how a turn runs (plugins/adapter does), any particular program.
 */
export { ask } from "./ask.js";
export type { AskOrder } from "./ask-for-parent.js";
export { askForParent } from "./ask-for-parent.js";
