import type { PluginPermission } from "../../protocol/index.js";
import { PLUGIN_PERMISSIONS } from "../../protocol/index.js";
import { BUILT_IN_PLUGINS, builtInPlugin } from "./built-in-plugins.js";
import type { PluginManifest } from "./plugin-manifest.js";

/** What plugins can be granted and can run in here. */
export class PluginHostCapabilities {
  readonly permissions: readonly PluginPermission[] = PLUGIN_PERMISSIONS;
  readonly embeddedLua = true;
  readonly wasm = true;

  /** Read when first asked for. */
  get builtinPlugins(): readonly PluginManifest[] {
    return BUILT_IN_PLUGINS.map((name) => builtInPlugin(name).manifest);
  }
}
