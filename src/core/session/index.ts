/**
 * session: a program on a terminal, as one object: started, typed into, looked at, waited for, ended.
 * It joins pty, screen, transcript, action and matcher. Should avoid: what prompts mean, plugins, RPC.
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
