/**
 * action: what can be done to a running program, as a closed union of plain values, and which bytes does each become? Keys, pastes,
 * mouse reports, signal names.
 * Must not know: PTYs, timers, terminal state. Modes of the screen are passed in.
 */
export * from "./action.js";
export * from "./input-bytes.js";
export * from "./key-encoding.js";
export { KEYS } from "./keys.js";
export type { Key } from "./keys.js";
export * from "./mouse.js";
export * from "./parse-key.js";
export * from "./paste.js";
export * from "./signal.js";
export * from "./stream-text.js";
export * from "./validate-action.js";
