/**
 * What drives a program: targets, sessions, actions, matchers, errors, redaction. Plugins and adapters are in "ptywright/plugins", paths,
 * configuration and logs in "ptywright/home", a client of a server in "ptywright/client". Re-exports only.
 */
export type {
  AnySession,
  ClickOptions,
  Condition,
  ConditionOutcome,
  ExitStatus,
  ExpectOptions,
  ExpectPattern,
  ExpectResult,
  FindQuery,
  FindResult,
  Locator,
  LocatorOptions,
  LocatorWaitOptions,
  MatchResult,
  MouseOptions,
  OutcomeOf,
  RunOptions,
  RunResult,
  RegExpOutcome,
  SendOptions,
  ScrollbackLines,
  ScrollbackOptions,
  SendResult,
  SessionEvent,
  SessionOptions,
  Since,
  SubmitOptions,
  SnapshotOptions,
  SnapshotTest,
  TextLocatorOptions,
  WaitEvidence,
  WaitOptions,
} from "./api/index.js";
export {
  AmbiguousLocatorError,
  Expect,
  InputLeasedError,
  MouseNotTrackedError,
  NotOnScreenError,
  ProgramEndedError,
  WaitTimeoutError,
  findText,
} from "./api/index.js";
export type { ErrorCode } from "./base/index.js";
export {
  InputBacklogError,
  InvalidArgumentError,
  PtywrightError,
  RawTranscriptError,
  SessionClosedError,
  SpawnError,
  StillRunningError,
  UnsupportedOnPlatformError,
  VERSION,
  WaitCancelledError,
} from "./base/index.js";
export type { ActionSize, Key, MouseAction, MouseButton, MouseKind, Signal } from "./core/action/index.js";
export { Action, KEYS, SIGNALS, parseKey } from "./core/action/index.js";
export type { MatchOutcome } from "./core/matcher/index.js";
export { Matcher, describeMatcher } from "./core/matcher/index.js";
export type {
  CellStyle,
  Color,
  CursorState,
  MouseEncoding,
  MouseTracking,
  ScreenCell,
  ScreenChanges,
  ScreenSnapshot,
  StyledRun,
} from "./core/screen/index.js";
export { redactSnapshot } from "./core/screen/index.js";
export type { EndReport, SessionListeners, SessionMoment } from "./core/session/index.js";
export { Session } from "./core/session/index.js";
export type { TargetLike, TargetOptions, TerminalSize } from "./core/target/index.js";
export { Target, TargetBuilder, terminalSize } from "./core/target/index.js";
export type { TranscriptDelta } from "./core/transcript/index.js";
export type { RedactionOptions, SliceOptions } from "./text/redaction/index.js";
export { RedactionPolicy, StreamRedactor } from "./text/redaction/index.js";
