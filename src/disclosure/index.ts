/**
 * disclosure: the one way out. What may leave the process, as answers, notifications, errors, command line output and fixtures, with
 * secrets covered: also those that a plugin took out of what tells that they are secrets, and those that come in pieces. What was covered
 * under which policy is known by value: a Disclosed value leaves as it is, everything else is covered by its schema.
 * Should avoid: where it goes (wires, terminals), doing anything to a session.
 */
export { Disclosed, disclose } from "./disclose.js";
export { failureMessage } from "./failure-message.js";
export { readingOf, redactedIntentFailure, redactedWait } from "./intent-result.js";
export { redactedPluginFailure } from "./plugin-failure.js";
export type { ReadParams, ReadPolicy } from "./read-policy.js";
export { readPolicy, redactedText } from "./read-policy.js";
export { redactedJson } from "./redacted-json.js";
export { RedactedOutput } from "./redacted-output.js";
export { redactedState } from "./redacted-state.js";
export { RedactedStream } from "./redacted-stream.js";
export { RpcError, encodedError, invalidParams, redactedError, rpcErrorOf } from "./rpc-error.js";
export { safeLine } from "./safe-line.js";
export { policyWithSeen, policyWithSeenIn } from "./seen-secrets.js";
export { snapshotAnswer } from "./snapshot-answer.js";
export { tailRedactorOf } from "./tail-redactors.js";
export { redactedFailure } from "./wait-failure.js";
export type { WaitReading } from "./wait-result.js";
export { redactedResult, redactedTail } from "./wait-result.js";
