/**
 * disclosure/program: what may be told of a program and of its plugin: screens, output, waits and why they failed, states and events. Secrets
 * are redacted also where a plugin took them out of what tells that they are secrets, and where they come in pieces.
 * Should avoid: where it goes (wires, terminals), doing anything to a session.
 */
export { awaitedAnswer, foundAnswer } from "./found-answer.js";
export { failureMessage } from "./failure-message.js";
export { inputsAnswer } from "./inputs-answer.js";
export { adapterWaitAnswer, readingOf, redactedIntentFailure } from "./intent-result.js";
export { redactedPluginFailure } from "./plugin-failure.js";
export { redactedState } from "./redacted-state.js";
export { RedactedStream } from "./redacted-stream.js";
export { expectAnswer, failureAnswer, runAnswer } from "./said-answer.js";
export { RunStream } from "./run-stream.js";
export { safeLine } from "./safe-line.js";
export { policyWithSeen, policyWithSeenIn } from "./seen-secrets.js";
export { scrollbackAnswer } from "./scrollback-answer.js";
export { screenAnswer, snapshotTexts } from "./snapshot-answer.js";
export { transcriptAnswer } from "./transcript-answer.js";
export { tailRedactorOf } from "./tail-redactors.js";
export { redactedCommand, redactedFailure } from "./wait-failure.js";
export type { WaitReading } from "./wait-result.js";
export { quotesProgram, redactedResult, redactedTail } from "./wait-result.js";
