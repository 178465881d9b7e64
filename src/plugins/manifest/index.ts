/**
 * manifest: what is a plugin? Its manifest, its permissions, its code as read from its directory, and the plugins that come with the
 * package.
 * Must not: run code, know sessions or what a particular program looks like.
 */
export { BUILT_IN_PLUGINS, builtInPlugin } from "./built-in-plugins.js";
export { PluginHostCapabilities } from "./host-capabilities.js";
export type { LoadedPlugin } from "./loaded-plugin.js";
export { loadPlugin } from "./loaded-plugin.js";
export type { BuiltinOptions } from "./lua-plugin.js";
export { LuaPlugin } from "./lua-plugin.js";
export type {
  DefaultTarget,
  PluginKind,
  PluginManifestOptions,
  PluginRuntime,
  SideChannelSpec,
} from "./plugin-manifest.js";
export { PluginManifest } from "./plugin-manifest.js";
