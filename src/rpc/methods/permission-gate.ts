import type { PluginManifest } from "../../plugins/manifest/index.js";
import type { MethodName } from "../../protocol/index.js";
import { methods } from "../../protocol/index.js";
import { RpcError } from "../../disclosure/index.js";

type AdapterMethod = Extract<MethodName, `adapter.${string}`>;

export function requireGranted(method: AdapterMethod, manifest: PluginManifest): void {
  const missing = methods[method].needs?.find((permission) => !manifest.grants(permission));
  if (missing !== undefined) throw denied(method, manifest.name, missing);
}

export function denied(method: string, plugin: string, permission: string): RpcError {
  const message = `${method} is not granted: the manifest of plugin "${plugin}" lacks ${permission}`;
  return new RpcError("permission_denied", message, { method, plugin, requiredPermission: permission });
}
