/**
 * plugin: what a plugin is: its manifest, its permissions, its code read from where it may lie, and those that come with the
 * package. Should avoid: running anything, sessions, what a particular program looks like.
 */
export { BUILT_IN_PLUGINS, builtInPlugin } from "./built-in-plugins.js";
export { PluginHostCapabilities } from "./host-capabilities.js";
export type { LoadedPlugin } from "./loaded-plugin.js";
export { loadPlugin } from "./loaded-plugin.js";
export type { BuiltinOptions } from "./lua-plugin.js";
export { LuaPlugin } from "./lua-plugin.js";
export type { DefaultTarget, PluginKind, PluginManifestOptions, PluginRuntime } from "./plugin-manifest.js";
export { PluginManifest } from "./plugin-manifest.js";
