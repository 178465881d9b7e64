/**
 * client: a typed client of a ptywright server, over a local socket, a child's stdio, or any channel. How does it connect, send requests
 * and receive notifications, with the names and errors of the library?
 * Must not know: sessions, screens, plugins, the native terminal module: only a server loads them.
 */
export type {
  AdapterEvent,
  AdapterMatch,
  AnyAdapter,
  AnySession,
  ExitStatus,
  ExpectOptions,
  ExpectPattern,
  ExpectResult,
  FindQuery,
  FindResult,
  Locator,
  MatchResult,
  RunOptions,
  RunResult,
  SendResult,
  SessionEvent,
  SessionOptions,
  Since,
  SubmitOptions,
  WaitEvidence,
} from "../api/index.js";
export {
  AmbiguousLocatorError,
  Expect,
  InputLeasedError,
  MouseNotTrackedError,
  NotOnScreenError,
  ProgramEndedError,
  WaitTimeoutError,
  findText,
} from "../api/index.js";
export {
  InputBacklogError,
  IntentRefusedError,
  InvalidArgumentError,
  PermissionDeniedError,
  PlanInterruptedError,
  PluginError,
  PluginManifestError,
  PtywrightError,
  RawTranscriptError,
  SessionClosedError,
  SpawnError,
  StillRunningError,
  UnsupportedOnPlatformError,
  WaitCancelledError,
  WaitInLineError,
} from "../base/index.js";
export { Action, KEYS } from "../core/action/index.js";
export { Matcher } from "../core/matcher/index.js";
export type { TargetLike, TargetOptions } from "../core/target/index.js";
export { Target } from "../core/target/index.js";
export type { MessageChannel } from "../jsonrpc/framing/index.js";
export type {
  Conversation,
  ExtensionState,
  MatchOutcome,
  MethodName,
  Notification,
  NotificationName,
  Params,
  PluginManifestOptions,
  Result,
  ScreenSnapshot,
  TurnEvent,
} from "../protocol/index.js";
export type { AdapterStartOptions, RemotePluginDescription, RemoteSessionDetails, ServerStatus } from "./client.js";
export { Client } from "./client.js";
export type { NotificationOptions, RequestOptions, StartOptions } from "./client-options.js";
export { ConnectionLostError, RemoteError } from "./errors.js";
export type { ConnectOptions } from "./link/index.js";
export { ConnectError } from "./link/index.js";
export type {
  LiveAdapter,
  RemoteAdapterMatch,
  RemoteInspection,
  RemoteIntentOptions,
  RemoteIntentWaitOptions,
  RemoteTurnMatch,
  RemoteTurnOptions,
} from "./remote-adapter.js";
export { RemoteAdapter } from "./remote-adapter.js";
export type { ReadOptions, RemoteWaitOptions, SnapshotOptions } from "./remote-session.js";
export { RemoteSession } from "./remote-session.js";
