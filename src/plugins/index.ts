/**
 * plugins: support for particular programs: manifests and their code, extensions, turns and adapters.
 * This file is the entry "ptywright/plugins"; within the package the folders are imported directly. It holds no logic.
 */
export type {
  AdapterEvent,
  AdapterMatch,
  AnyAdapter,
  IntentOptions,
  IntentWaitOptions,
  TurnOptions,
} from "../api/index.js";
export type { PlanProgress, PluginErrorReason } from "../base/index.js";
export {
  IntentRefusedError,
  PermissionDeniedError,
  PlanInterruptedError,
  PluginError,
  PluginManifestError,
  WaitInLineError,
} from "../base/index.js";
export type {
  MatchMoment,
  MatchView,
  PluginRegistry,
  PredicateOutcome,
  SessionPlugins,
} from "../core/matcher/index.js";
export type { PluginPermission } from "../protocol/index.js";
export { PLUGIN_PERMISSIONS } from "../protocol/index.js";
export type { AdapterOptions, AdapterTarget } from "./adapter/index.js";
export { Adapter, PluginCatalog } from "./adapter/index.js";
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
  IntentPlan,
  Look,
  TurnEvent,
} from "./extension/index.js";
export { ExtensionHandle, LuaExtension, LuaPluginRegistry, PluginExtension } from "./extension/index.js";
export type {
  BuiltinOptions,
  DefaultTarget,
  LoadedPlugin,
  PluginKind,
  PluginManifestOptions,
  PluginRuntime,
  SideChannelSpec,
} from "./manifest/index.js";
export { BUILT_IN_PLUGINS, LuaPlugin, PluginHostCapabilities, PluginManifest, loadPlugin } from "./manifest/index.js";
export type { JsonValue } from "./runtime/index.js";
export { PluginFileError } from "./runtime/index.js";
export type { LookStep, Plan, PlanStep, Turn, TurnResult } from "./turn/index.js";
export { runTurn } from "./turn/index.js";
