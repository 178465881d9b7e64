/**
 * session: a program on a terminal, as one object. How is it started, typed into, read, waited for and ended?
 * It joins pty, screen, transcript, action and matcher.
 * Must not know: what a screen means, plugins, RPC.
 */
export type { EndReport } from "../pty/index.js";
export type { SessionListeners } from "./session-events.js";
export { SessionMoment } from "./session-moment.js";
export { checkMilliseconds } from "./milliseconds.js";
export type { WaitOptionsWithin } from "./session-options.js";
export { WITHOUT_STACK } from "./session-options.js";
export { Session } from "./session.js";
export type {
  ExitStatus,
  MatchResult,
  OutcomeOf,
  SendOptions,
  SessionEvent,
  SessionOptions,
  WaitEvidence,
  WaitOptions,
} from "../../api/index.js";
export { ProgramEndedError, WaitTimeoutError } from "../../api/index.js";
