/**
 * disclosure: what may leave the process, as an answer, notification, error, output or fixture? It redacts secrets, also those that a
 * plugin has separated from the text by which they are recognised, and those that arrive in pieces. A Disclosed value was redacted
 * where it was made, and is sent as it is; everything else is redacted by its schema.
 * Must not know: where it is sent to (wires, terminals). It does nothing to a session.
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
