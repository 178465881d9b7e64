/**
 * api: what can be asked of a session and of an adapter, in this process or in a server, and the errors that both reject with. What only
 * one of them can do is not in here.
 * Should avoid: doing any of it.
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
