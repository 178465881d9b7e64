/**
 * action: everything that can be done to a running program, as a closed union of plain values, and the bytes that
 * stand for it: the key table, pastes, mouse reports, signal names.
 * Should avoid: PTYs, timers, terminal state of its own. Modes of the screen come in as arguments.
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
