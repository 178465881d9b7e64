/**
 * disclosure: the one way out. What may leave the process, as answers, notifications, errors and command line output, with secrets
 * redacted. What was redacted under which policy is known by value: a Disclosed value leaves as it is, everything else is redacted by its
 * schema. What is told of programs and plugins is in `program/`, apart, because a server that is starting needs none of it.
 * Should avoid: where it goes (wires, terminals), sessions.
 */
export { Disclosed, disclose } from "./disclose.js";
export type { ReadParams, ReadPolicy } from "./read-policy.js";
export { resolvedPolicy } from "../text/redaction/index.js";
export { readPolicy, redactedText, strictReadPolicy } from "./read-policy.js";
export { redactedJson } from "./redacted-json.js";
export { RedactedOutput } from "./redacted-output.js";
export { RpcError, encodedError, invalidParams, redactedError, rpcErrorOf } from "./rpc-error.js";
