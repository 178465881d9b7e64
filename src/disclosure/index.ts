/**
 * telling: what may be told of an adapter: its plugin's states, events and failures with secrets covered, also those that the plugin
 * took out of what tells that they are secrets. Should avoid: where it is told (wires, terminals), sessions, doing anything.
 */
export { Disclosed, disclose } from "./disclose.js";
export { RedactedStream } from "./redacted-stream.js";
export { failureMessage } from "./failure-message.js";
export { redactedJson } from "./redacted-json.js";
export { redactedState } from "./redacted-state.js";
export { policyWithSeen, policyWithSeenIn } from "./seen-secrets.js";
