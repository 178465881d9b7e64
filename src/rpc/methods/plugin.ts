import { inField } from "../../base/index.js";
import { PluginHostCapabilities, PluginManifest } from "../../plugins/manifest/index.js";
import type { ConnectionScope } from "../connection-scope.js";
import { invalidParams, RpcError } from "../../disclosure/index.js";
import { redactedPluginFailure } from "../../disclosure/program/index.js";
import type { HandlersOf } from "./handler.js";

export const pluginHandlers: HandlersOf<"plugin"> = {
  "plugin.capabilities": () => {
    const { permissions, embeddedLua, wasm, builtinPlugins } = new PluginHostCapabilities();
    return { permissions, embeddedLua, wasm, builtinPlugins };
  },

  "plugin.validate_manifest": ({ manifest }) => {
    try {
      new PluginManifest(manifest).validate();
    } catch (error) {
      throw inField("manifest", error);
    }
    return { valid: true };
  },

  "plugin.describe": async ({ plugin: name }, scope) => {
    const plugins = await scope.plugins();
    const { manifest } = plugins.get(name);
    return { plugin: name, manifest, ...(await plugins.describe(name).catch(failed)) };
  },

  "plugin.load": async ({ manifestPath: path }, scope) => {
    requireLoading("plugin.load", scope);
    const plugins = await scope.plugins();
    const { name } = await plugins.load(path).catch(failed);
    return { plugin: name };
  },

  "plugin.unload": async ({ plugin: name }, scope) => {
    requireLoading("plugin.unload", scope);
    const plugins = await scope.plugins();
    // Throws if it is unknown.
    plugins.get(name);
    const live = scope.adapters.list().filter(({ adapter }) => adapter.manifest.name === name);
    if (live.length > 0) {
      const ids = live.map(({ id }) => id).join(", ");
      throw invalidParams("plugin", `plugin "${name}" is in use by ${ids}; close them with adapter.close first`);
    }
    await plugins.unload(name);
    return { unloaded: true };
  },
};

function failed(error: unknown): never {
  throw redactedPluginFailure(error);
}

function requireLoading(method: "plugin.load" | "plugin.unload", { allowsPluginLoad }: ConnectionScope): void {
  if (allowsPluginLoad) return;
  throw new RpcError("permission_denied", `this server loads no plugins; start it with --allow-plugin-load`, {
    method,
    reason: "server_did_not_grant_plugin_load",
  });
}
