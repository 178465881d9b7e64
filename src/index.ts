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
export { Target, TargetBuilder, terminalSize } from "./target/index.js";
export type { TargetLike, TargetOptions, TerminalSize } from "./target/index.js";
export { Action, KEYS, SIGNALS, parseKey } from "./action/index.js";
export type { ActionSize, Key, MouseAction, MouseButton, MouseKind, Signal } from "./action/index.js";
export type { TranscriptDelta } from "./transcript/index.js";
export { RedactionPolicy, StreamRedactor } from "./redaction/index.js";
export type { RedactionOptions, SliceOptions } from "./redaction/index.js";
export { Config, LOG_LEVELS, Paths, expandTilde } from "./config/index.js";
export type { LogFormat, LogLevel, LoggingConfig } from "./config/index.js";
export {
  RedactingWriter,
  cleanupOldLogs,
  initForOneshot,
  initForRun,
  initForServeSocket,
  initForServeStdio,
  logger,
} from "./logging/index.js";
export type { LineSink, LogFields, LogGuard, Logger, LoggingOptions, TextRedactor } from "./logging/index.js";
export { Matcher, describeMatcher } from "./matcher/index.js";
export type {
  MatchMoment,
  MatchOutcome,
  MatchView,
  PluginRegistry,
  PredicateOutcome,
  SessionPlugins,
} from "./matcher/index.js";
export { findText, redactSnapshot } from "./screen/index.js";
export type {
  CellStyle,
  Color,
  CursorState,
  MouseEncoding,
  MouseTracking,
  ScreenCell,
  ScreenSnapshot,
} from "./screen/index.js";
export { ProgramEndedError, Session, WaitTimeoutError } from "./session/index.js";
export type {
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
} from "./session/index.js";
export type { JsonValue, PluginErrorReason } from "./plugin-runtime/index.js";
export { PluginError, PluginFileError } from "./plugin-runtime/index.js";
export type { PluginPermission } from "./protocol/index.js";
export { PLUGIN_PERMISSIONS } from "./protocol/index.js";
export type {
  BuiltinOptions,
  DefaultTarget,
  LoadedPlugin,
  PluginKind,
  PluginManifestOptions,
  PluginRuntime,
} from "./plugin/index.js";
export { BUILT_IN_PLUGINS, LuaPlugin, PluginHostCapabilities, PluginManifest, loadPlugin } from "./plugin/index.js";
export type { LookStep, Plan, PlanStep, Turn, TurnResult } from "./turn/index.js";
export { runTurn } from "./turn/index.js";
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
} from "./extension/index.js";
export { ExtensionHandle, LuaExtension, LuaPluginRegistry, PluginExtension } from "./extension/index.js";
export type { AdapterOptions, AdapterTarget } from "./adapter/index.js";
export { Adapter, PluginCatalog } from "./adapter/index.js";
