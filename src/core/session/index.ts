/**
 * session: a program on a terminal, as one object: started, typed into, looked at, waited for, ended.
 * It joins pty, screen, transcript, action and matcher. Should avoid: what prompts mean, plugins, RPC.
 */
export type { EndReport, ExitStatus } from "../pty/index.js";
export type { MatchResult } from "./match-result.js";
export type { SessionEvent, SessionListeners } from "./session-events.js";
export type { SessionMoment } from "./session-moment.js";
export { checkMilliseconds } from "./milliseconds.js";
export type { SendOptions, SessionOptions, WaitOptions } from "./session-options.js";
export { WITHOUT_STACK } from "./session-options.js";
export { Session } from "./session.js";
export { ProgramEndedError, WaitTimeoutError } from "./wait-errors.js";
export type { WaitEvidence } from "./wait-evidence.js";
