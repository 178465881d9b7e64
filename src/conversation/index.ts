/**
 * conversation: asks a program one thing and sees the turn through: until it can be asked, what it wants leave for on the way, until it
 * has answered or somebody stops it. It follows the table that the plugin gives of itself, and answers only what it was told to.
 * Should avoid: names of programs, printing, redaction, starting and ending programs.
 */
export type { AskOptions, AskObserver, Decision } from "./ask-options.js";
export { Asking } from "./asking.js";
export { metadataAt } from "./metadata-at.js";
export type { Outcome, OutcomeKind } from "./outcome.js";
export type { PermissionAsked } from "./permission-asked.js";
