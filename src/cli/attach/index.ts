/**
 * cli/attach: `ptywright attach` and `ptywright watch`. How is a session's screen drawn in somebody's terminal, and what they type there
 * brought to it?
 * Must not know: how other verbs are done.
 */
export { attach, attachHere, type AttachOptions } from "./attach.js";
