/**
 * runtime: runs a plugin's code in a thread of its own, within limits of instructions, time and memory. JSON values go in and out. There
 * are two engines: Lua and WebAssembly.
 * Must not know: adapters, manifests, sessions. Nothing that comes out of a plugin is trusted.
 */
export type { PluginErrorReason, PluginPosition } from "../../base/index.js";
export { PluginError } from "../../base/index.js";
export type { PluginLimits } from "./plugin-limits.js";
export * from "./plugin-program.js";
export * from "./plugin-worker.js";
export * from "./contained-file.js";
