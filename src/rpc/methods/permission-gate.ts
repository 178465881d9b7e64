import type { PluginManifest } from "../../plugins/manifest/index.js";
import type { MethodName, PluginPermission } from "../../protocol/index.js";
import { RpcError } from "../../disclosure/index.js";

type AdapterMethod = Extract<MethodName, `adapter.${string}`>;

/** What a plugin's manifest must grant for each method. */
const NEEDED: Readonly<Record<AdapterMethod, readonly PluginPermission[]>> = {
  "adapter.list": [],
  "adapter.live": [],
  "adapter.cancel_wait": [],
  "adapter.start": ["session.spawn"],
  "adapter.resume": ["session.spawn"],
  "adapter.state": ["screen.read"],
  "adapter.snapshot": ["screen.read"],
  "adapter.inspect": ["screen.read"],
  "adapter.transcript": ["transcript.read"],
  "adapter.send": ["input.write"],
  "adapter.wait": ["matcher.wait"],
  "adapter.turn": ["input.write", "matcher.wait"],
  "adapter.close": ["session.kill"],
};

export function requireGranted(method: AdapterMethod, manifest: PluginManifest): void {
  const missing = NEEDED[method].find((permission) => !manifest.grants(permission));
  if (missing !== undefined) throw denied(method, manifest.name, missing);
}

export function denied(method: string, plugin: string, permission: string): RpcError {
  const message = `${method} is not granted: the manifest of plugin "${plugin}" lacks ${permission}`;
  return new RpcError("permission_denied", message, { method, plugin, requiredPermission: permission });
}
