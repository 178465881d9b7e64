/**
 * api: what can every session and every adapter do, in this process or in a server, and with which errors does it reject? Interfaces
 * and errors only: what just one of the two forms can do is not in here.
 * Must not know: how any of it is done.
 */
export type {
  AdapterEvent,
  AdapterMatch,
  AnyAdapter,
  IntentOptions,
  IntentWaitOptions,
  TurnOptions,
} from "./any-adapter.js";
export { DEFAULT_WAIT_INTENT } from "./any-adapter.js";
export type {
  AnySession,
  Awaitable,
  Condition,
  ConditionOutcome,
  EndReport,
  OutcomeOf,
  RegExpOutcome,
  SendOptions,
  ScrollbackLines,
  ScrollbackOptions,
  SendResult,
  SessionEvent,
  SessionOptions,
  SnapshotOptions,
  SubmitOptions,
} from "./any-session.js";
export type { ExitFields, ExitStatus } from "./exit-status.js";
export { describeExit, exitFields, exitStatusOf } from "./exit-status.js";
export type { ExpectOptions, ExpectPattern, ExpectResult } from "./expect.js";
export { Expect } from "./expect.js";
export { findText } from "./find-text.js";
export { InputLeasedError, describeLease } from "./input-leased-error.js";
export type { RunOptions, RunResult } from "./run.js";
export type {
  ClickOptions,
  FindQuery,
  FindResult,
  Locator,
  LocatorOptions,
  LocatorWaitOptions,
  MouseOptions,
  SnapshotTest,
  TextLocatorOptions,
} from "./locator.js";
export { AmbiguousLocatorError, MouseNotTrackedError, NotOnScreenError, requireOnScreen } from "./locator-errors.js";
export { checkSessionName, checkSessionOptions, nameTaken } from "./session-options.js";
export type { MatchResult, Since, WaitOptions } from "./wait.js";
export type { WaitEvidence } from "./wait-errors.js";
export { ProgramEndedError, WaitTimeoutError, describeForeground, waitsForKeys } from "./wait-errors.js";
