import type { Conversation } from "../../plugins/extension/index.js";
import { conversationToWire } from "../../plugins/extension/index.js";
import { PluginHostCapabilities, PluginManifest } from "../../plugins/manifest/index.js";
import type { WireConversation } from "../../protocol/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { redactedJson } from "../../disclosure/index.js";
import type { ConnectionScope } from "../connection-scope.js";
import type { HandlersOf } from "./handler.js";
import { redactedManifest } from "../redacted-manifest.js";
import { redactedPluginFailure } from "../redacted-plugin-failure.js";
import { RpcError, invalidParams } from "../rpc-error.js";
import { withWireField } from "../../wire/index.js";

export const pluginHandlers: HandlersOf<"plugin"> = {
  "plugin.capabilities": () => {
    const { permissions, embeddedLua, wasm, builtinPlugins } = new PluginHostCapabilities();
    return {
      permissions,
      embedded_lua: embeddedLua,
      wasm,
      builtin_plugins: builtinPlugins.map((manifest) => redactedManifest(manifest)),
    };
  },

  "plugin.validate_manifest": ({ manifest }) => {
    try {
      PluginManifest.from(manifest).validate();
    } catch (error) {
      throw withWireField(error, (field) => `manifest.${field}`);
    }
    return { valid: true };
  },

  "plugin.describe": async ({ plugin: name }, scope) => {
    const plugins = await scope.plugins();
    const { manifest } = plugins.get(name);
    const { intents, waitMatchers, states, conversation } = await plugins.describe(name).catch(failed);
    return {
      plugin: redact(name),
      manifest: redactedManifest(manifest),
      intents: intents.map(redact),
      wait_matchers: waitMatchers.map(redact),
      states: states.map(redact),
      ...(conversation === undefined ? {} : { conversation: redactedConversation(conversation) }),
    };
  },

  "plugin.load": async ({ manifest_path: path }, scope) => {
    requireLoading("plugin.load", scope);
    const plugins = await scope.plugins();
    const { name } = await plugins.load(path).catch(failed);
    return { plugin: redact(name) };
  },

  "plugin.unload": async ({ plugin: name }, scope) => {
    requireLoading("plugin.unload", scope);
    const plugins = await scope.plugins();
    // An unknown one is told so first, as everywhere.
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

const redactedConversation = (conversation: Conversation): WireConversation =>
  redactedJson(conversationToWire(conversation), RedactionPolicy.default()) as WireConversation;

const redact = (text: string): string => RedactionPolicy.default().redact(text);

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
