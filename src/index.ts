/** The library's whole public surface. Re-exports only. */
export {
  ConfigError,
  DESCRIPTION,
  InputBacklogError,
  IntentRefusedError,
  InvalidArgumentError,
  NAME,
  PermissionDeniedError,
  PlanInterruptedError,
  PluginManifestError,
  PtywrightError,
  RawTranscriptError,
  SessionClosedError,
  SpawnError,
  UnsupportedOnPlatformError,
  VERSION,
  WaitCancelledError,
  WaitInLineError,
} from "./base/index.js";
export type { ErrorCode, PlanProgress } from "./base/index.js";
export { Target, TargetBuilder, terminalSize } from "./core/target/index.js";
export type { TargetLike, TargetOptions, TerminalSize } from "./core/target/index.js";
export { Action, KEYS, SIGNALS, parseKey } from "./core/action/index.js";
export type { ActionSize, Key, MouseAction, MouseButton, MouseKind, Signal } from "./core/action/index.js";
export type { TranscriptDelta } from "./core/transcript/index.js";
export { RedactionPolicy, StreamRedactor } from "./text/redaction/index.js";
export type { RedactionOptions, SliceOptions } from "./text/redaction/index.js";
export { Config, LOG_LEVELS, Paths, expandTilde } from "./home/config/index.js";
export type { LogFormat, LogLevel, LoggingConfig } from "./home/config/index.js";
export {
  RedactingWriter,
  cleanupOldLogs,
  initForOneshot,
  initForRun,
  initForServeSocket,
  initForServeStdio,
  logger,
} from "./home/logging/index.js";
export type { LineSink, LogFields, LogGuard, Logger, LoggingOptions, TextRedactor } from "./home/logging/index.js";
export { Matcher, describeMatcher } from "./core/matcher/index.js";
export type {
  MatchMoment,
  MatchOutcome,
  MatchView,
  PluginRegistry,
  PredicateOutcome,
  SessionPlugins,
} from "./core/matcher/index.js";
export { findText } from "./api/index.js";
export { redactSnapshot } from "./core/screen/index.js";
export type {
  CellStyle,
  Color,
  CursorState,
  MouseEncoding,
  MouseTracking,
  ScreenCell,
  ScreenSnapshot,
} from "./core/screen/index.js";
export { ProgramEndedError, Session, WaitTimeoutError } from "./core/session/index.js";
export type {
  OutcomeOf,
  EndReport,
  ExitStatus,
  MatchResult,
  SessionEvent,
  SessionListeners,
  SessionMoment,
  SessionOptions,
  WaitEvidence,
  SendOptions,
  WaitOptions,
} from "./core/session/index.js";
export type { JsonValue, PluginErrorReason } from "./plugins/runtime/index.js";
export { PluginError, PluginFileError } from "./plugins/runtime/index.js";
export type { PluginPermission } from "./protocol/index.js";
export { PLUGIN_PERMISSIONS } from "./protocol/index.js";
export type {
  BuiltinOptions,
  DefaultTarget,
  LoadedPlugin,
  PluginKind,
  PluginManifestOptions,
  PluginRuntime,
} from "./plugins/manifest/index.js";
export {
  BUILT_IN_PLUGINS,
  LuaPlugin,
  PluginHostCapabilities,
  PluginManifest,
  loadPlugin,
} from "./plugins/manifest/index.js";
export type { LookStep, Plan, PlanStep, Turn, TurnResult } from "./plugins/turn/index.js";
export { runTurn } from "./plugins/turn/index.js";
export type {
  Classification,
  ClassifyContext,
  Conversation,
  Extension,
  ExtensionDescription,
  ExtensionEvent,
  ExtensionListener,
  ExtensionState,
  ExtensionTurnResult,
  ExtensionWaitResult,
  HostMark,
  IntentOptions,
  IntentPlan,
  IntentWaitOptions,
  Look,
  TurnEvent,
  TurnOptions,
} from "./plugins/extension/index.js";
export { ExtensionHandle, LuaExtension, LuaPluginRegistry, PluginExtension } from "./plugins/extension/index.js";
export type { AdapterOptions, AdapterTarget } from "./plugins/adapter/index.js";
export { Adapter, PluginCatalog } from "./plugins/adapter/index.js";
