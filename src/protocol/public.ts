/**
 * The protocol for other programs: its types, its schemas as JSON, and the codec between what is on the wire and what the library has.
 */
export { PLUGIN_PERMISSIONS } from "./plugin-types.js";
export { PROTOCOL_VERSION } from "./protocol-version.js";
export { RPC_ERROR_CODES, RPC_ERROR_MEANINGS } from "./error-types.js";
export { jsonSchemaDocuments, openRpcDocument } from "./openrpc.js";
export {
  decodeErrorData,
  decodeNotification,
  decodeParams,
  decodeResult,
  encodeNotification,
  encodeParams,
  encodeResult,
} from "./codec.js";
export type { WireAction } from "./action-types.js";
export type { WireAdapterState } from "./adapter-types.js";
export type { ErrorData, RpcErrorCode, RpcErrorName, WireErrorData } from "./error-types.js";
export type { WireMatcher, WireOutcome } from "./matcher-types.js";
export type { CheckedParams, LibraryParams, LibraryResult, MethodName, Params, Result, ResultFor } from "./methods.js";
export type { LibraryNotificationParams, Notification, NotificationName, NotificationParams } from "./notifications.js";
export type { PluginPermission, WireManifest } from "./plugin-types.js";
export type { WireSnapshot } from "./terminal-types.js";
