/**
 * session: a program on a terminal, as one object. How is it started, typed into, read, waited for and ended?
 * It joins pty, screen, transcript, action and matcher.
 * Must not know: what a screen means, plugins, RPC.
 */
export type { EndReport } from "../../api/index.js";
export { requireGone } from "../pty/index.js";
export type { SessionListeners } from "./session-events.js";
export type { ExpectMiss } from "./expect-miss.js";
export { takenBeforeResult } from "./expect-context.js";
export { expectMissOf, explainExpect } from "./expect-miss.js";
export { shownInput } from "./input-log.js";
export { SessionMoment } from "./session-moment.js";
export type { InputLease, LeaseTerms, Typist } from "./input-lease.js";
export type { Input, NumberedInput } from "./input-log.js";
export type { RunOptionsWithin, SendOptionsWithin, WaitOptionsWithin } from "./session-options.js";
export { AT_ONCE, TYPIST, WITHOUT_STACK } from "./session-options.js";
export { Session, coverWaits, inputOf, scrollbackOf, searchScrollback, secretsOf } from "./session.js";
export type { ScrollbackReading } from "./find-in-scrollback.js";
export { waitAbove } from "./locating-session.js";
export { findInScrollback } from "./find-in-scrollback.js";
export { canMarkCommands } from "./shell-start.js";
export type { SessionSecrets } from "./session-secrets.js";
export type {
  ExitStatus,
  MatchResult,
  OutcomeOf,
  SendOptions,
  SendResult,
  SessionEvent,
  SessionOptions,
  WaitEvidence,
  WaitOptions,
} from "../../api/index.js";
export { ProgramEndedError, WaitTimeoutError } from "../../api/index.js";
