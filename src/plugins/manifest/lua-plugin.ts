import { InvalidArgumentError } from "../../base/index.js";
import type { PluginPermission } from "../../protocol/index.js";
import { PLUGIN_PERMISSIONS } from "../../protocol/index.js";
import type { PluginProgram } from "../runtime/index.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { loadFrom } from "./loaded-plugin.js";
import { PluginManifest } from "./plugin-manifest.js";

export interface BuiltinOptions {
  /** All of them unless said otherwise: code that is part of your program is as trusted as it. */
  readonly permissions?: readonly PluginPermission[] | undefined;
}

/** A plugin in Lua, read and checked, but not running yet. */
export class LuaPlugin implements LoadedPlugin {
  readonly manifest: PluginManifest;
  readonly program: PluginProgram;

  private constructor({ manifest, program }: LoadedPlugin) {
    this.manifest = manifest;
    this.program = program;
  }

  /** From a local directory that you trust. The entrypoint and all it requires must lie inside it. */
  static loadTrusted(root: string, manifest: PluginManifest): LuaPlugin {
    if (manifest.runtime !== "lua")
      throw new InvalidArgumentError("manifest", `manifest must have the runtime "lua"; loadPlugin takes others too`);
    return new LuaPlugin(loadFrom(root, manifest));
  }

  /** From a text that is part of your program. It has no directory, and so nothing to require. */
  static builtin(name: string, source: string, options: BuiltinOptions = {}): LuaPlugin {
    const { permissions = PLUGIN_PERMISSIONS } = options;
    const entrypoint = "main.lua";
    const manifest = new PluginManifest({
      name,
      kind: "adapter",
      version: "0.0.0",
      runtime: "lua",
      entrypoint,
      permissions,
    });
    manifest.validate();
    return new LuaPlugin({
      manifest,
      program: { name, runtime: "lua", entrypoint, source, permissions },
    });
  }
}
