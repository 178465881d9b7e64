/**
 * protocol: the wire, as data. One schema per type is the source of the validation, the TypeScript types, the documents in
 * protocol/ and the method list of server.capabilities. Should avoid: framing, sessions, anything that acts.
 */
export type { WireAction, WireActionInput, WirePlanStep } from "./action-types.js";
export { planStep } from "./action-types.js";
export type { WireAdapterState, WireNewTurnEvent, WireTurnEvent } from "./adapter-types.js";
export { newTurnEvent } from "./adapter-types.js";
export type { RpcErrorCode, RpcErrorName, WireErrorData } from "./error-types.js";
export { RPC_ERROR_CODES, RPC_ERROR_MEANINGS, errorData } from "./error-types.js";
export type { WireMatcher, WireOutcome } from "./matcher-types.js";
export { matcher } from "./matcher-types.js";
export type { MethodSpec } from "./method.js";
export { method } from "./method.js";
export type { CheckedParams, MethodName, Params, Result } from "./methods.js";
export { methods } from "./methods.js";
export type { Notification, NotificationName, NotificationParams } from "./notifications.js";
export { notifications } from "./notifications.js";
export { jsonSchemaDocuments, openRpcDocument } from "./openrpc.js";
export type { PluginPermission, WireConversation, WireManifest, WireManifestInput } from "./plugin-types.js";
export { PLUGIN_PERMISSIONS, conversation, pluginManifest } from "./plugin-types.js";
export { PROTOCOL_VERSION } from "./protocol-version.js";
export type { Input, ObjectNode, Output, Schema, SchemaNode } from "./schema/schema.js";
export {
  array,
  boolean,
  defaulted,
  integer,
  json,
  literal,
  number,
  object,
  optional,
  required,
  text,
  word,
} from "./schema/schema.js";
export { parse } from "./schema/parse.js";
export { unknownFields } from "./schema/unknown-fields.js";
export type { WireSnapshot } from "./terminal-types.js";
