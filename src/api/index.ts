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
  MatchResult,
  OutcomeOf,
  SendOptions,
  SessionEvent,
  SessionOptions,
  WaitOptions,
} from "./any-session.js";
export type { ExitFields, ExitStatus } from "./exit-status.js";
export { describeExit, exitFields, exitStatusOf } from "./exit-status.js";
export { findText } from "./find-text.js";
export { checkSessionOptions } from "./session-options.js";
export type { WaitEvidence } from "./wait-errors.js";
export { ProgramEndedError, WaitTimeoutError } from "./wait-errors.js";
