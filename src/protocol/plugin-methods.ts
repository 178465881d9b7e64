import { method } from "./method.js";
import { path } from "./program-fields.js";
import { pluginDescription, pluginManifest, pluginName, pluginNameInAnswer, pluginPermission } from "./plugin-types.js";
import { array, boolean, literal, object, required } from "./schema/schema.js";

export const pluginMethods = {
  "plugin.capabilities": method({
    summary: "What plugins can be granted and can run in here, and which are built in.",
    params: object({}),
    result: object({
      permissions: required(array(pluginPermission), "Every permission there is."),
      embedded_lua: required(boolean(), "Plugins in Lua run."),
      wasm: required(boolean(), "Plugins in WebAssembly run."),
      builtin_plugins: required(array(pluginManifest), "The manifests of those that are built in."),
    }),
    errors: [],
    lane: "common",
    keeps: "until_done",
    example: {},
  }),
  "plugin.validate_manifest": method({
    summary: "Checks a manifest; what is wrong with it is the message of the error.",
    params: object({ manifest: required(pluginManifest, "The manifest.") }),
    result: object({ valid: required(literal(true), "It is one.") }),
    errors: [],
    lane: "common",
    keeps: "until_done",
    example: { manifest: { name: "demo", kind: "adapter", version: "0.1.0", permissions: ["screen.read"] } },
  }),
  "plugin.describe": method({
    summary: "What a plugin understands: from its describe(), else from the functions it exports.",
    params: object({ plugin: pluginName }),
    result: object({
      plugin: pluginNameInAnswer,
      manifest: required(pluginManifest, "Its manifest."),
      ...pluginDescription,
    }),
    errors: [],
    lane: "plugin",
    keeps: "until_begun",
    example: { plugin: "shell" },
  }),
  "plugin.load": method({
    summary: "Loads a plugin by its manifest. Only on a server that was started with --allow-plugin-load.",
    params: object({ manifest_path: required(path, "The manifest's file, TOML or JSON.") }),
    result: object({ plugin: pluginNameInAnswer }),
    errors: ["permission_denied"],
    lane: "plugin_change",
    keeps: "until_done",
    example: { manifest_path: "./plugins/echo/manifest.toml" },
  }),
  "plugin.unload": method({
    summary: "Forgets a plugin that was loaded. Only on a server that was started with --allow-plugin-load.",
    params: object({ plugin: pluginName }),
    result: object({ unloaded: required(literal(true), "It is gone.") }),
    errors: ["permission_denied"],
    lane: "plugin_change",
    keeps: "until_done",
    example: { plugin: "echo" },
  }),
} as const;
