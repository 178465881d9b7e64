/**
 * plugin-runtime: runs a plugin's code in a thread of its own, within limits of instructions, time and memory, and hands it JSON
 * values and the means to build actions and matchers. Two engines live behind it: Lua, and WebAssembly.
 * Should avoid: knowing what an adapter, a manifest or a session is; trusting anything that comes out of a plugin.
 */
export type { PluginErrorReason, PluginPosition } from "../../base/index.js";
export { PluginError } from "../../base/index.js";
export type { PluginLimits } from "./plugin-limits.js";
export * from "./plugin-program.js";
export * from "./plugin-worker.js";
export * from "./contained-file.js";
