/**
 * protocol: the wire, as data. Each type is declared once, as a schema; the check, the types of both forms (snake_case on the wire,
 * camelCase in the library), encoding and decoding, and the documents in protocol/ come from it.
 * Must not know: framing, sessions. It only describes, checks and translates.
 */
export type { SpokenPattern } from "./expect-types.js";
export type { Action, PlanStep, WireAction } from "./action-types.js";
export { STEP_PERMISSIONS, action, planStep } from "./action-types.js";
export type { ExtensionState, NewTurnEvent, TurnEvent, WireAdapterState } from "./adapter-types.js";
export { adapterState, turnEvent } from "./adapter-types.js";
export type { AgentToolName, AgentToolSpec } from "./agent-tools.js";
export { agentTools, agentToolSchema } from "./agent-tools.js";
export { cellJson, changedRowJson, changesHead, runsJson, snapshotHead, waitJson } from "./large-json.js";
export type { ErrorData, RpcErrorCode, RpcErrorName, WireErrorData } from "./error-types.js";
export { RPC_ERROR_CODES, RPC_ERROR_MEANINGS, errorData, waitEvidence } from "./error-types.js";
export type { LeaseFacts } from "./input-types.js";
export type { Matcher, MatchOutcome, WireMatcher, WireOutcome } from "./matcher-types.js";
export { matcher, outcome } from "./matcher-types.js";
export type { MethodSpec } from "./method.js";
export { method } from "./method.js";
export type { CheckedParams, LibraryParams, LibraryResult, MethodName, Params, Result, ResultFor } from "./methods.js";
export { methods } from "./methods.js";
export type { LibraryNotificationParams, Notification, NotificationName, NotificationParams } from "./notifications.js";
export { notifications } from "./notifications.js";
export { jsonSchemaDocuments, openRpcDocument } from "./openrpc.js";
export type { AskLineFields, AskLineType } from "./ask-types.js";
export { askLine } from "./ask-types.js";
export type { FixtureExpectation, PlanAnswer, TerminalView } from "./plugin-answers.js";
export {
  classification,
  classifyInput,
  descriptionAnswer,
  dialogParams,
  fixtureExpectation,
  planAnswer,
  predicateInput,
} from "./plugin-answers.js";
export type {
  Conversation,
  PluginManifestOptions,
  PluginPermission,
  SideChannelSpec,
  WireManifest,
} from "./plugin-types.js";
export { PLUGIN_PERMISSIONS, conversation, pluginManifest } from "./plugin-types.js";
export { PROTOCOL_VERSION } from "./protocol-version.js";
export type { RedactionOptions } from "./redaction-types.js";
export { respeltError, respeltMessage, respeltPath } from "./schema/field-path.js";
export { decode, decodeLua, parse, parseLibrary } from "./schema/parse.js";
export type { Library, LibraryInput, ObjectNode, Schema, SchemaNode, Wire, WireInput } from "./schema/schema.js";
export { json, object, required, text } from "./schema/schema.js";
export { libraryName, wireName } from "./schema/spelling.js";
export { refuseUnknown, unknownFields } from "./schema/unknown-fields.js";
export type { Leaves } from "./schema/translate.js";
export { covered, encode, translated, visitHeld } from "./schema/translate.js";
export type {
  CellRun,
  CellStyle,
  Color,
  CursorState,
  FoundText,
  MouseEncoding,
  MouseTracking,
  ScreenBox,
  ScreenCell,
  ScreenChanges,
  ScreenSnapshot,
  StyledRun,
  TerminalSize,
  WantedStyle,
  WireSnapshot,
} from "./terminal-types.js";
export { findQuery, screenSnapshot, wantedStyle } from "./terminal-types.js";
