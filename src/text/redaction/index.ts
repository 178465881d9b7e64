/**
 * redaction: finds secrets in text and terminal output and puts a marker in their place. Pure: text in, text out.
 * It avoids knowing where text comes from or goes to (sessions, screens, wires, logs); callers redact at their own
 * boundary. It must not grow rules that need the past beyond a few lines, or streams and whole texts would disagree.
 */
export { BlockTrail, contextOfRest } from "./block-trail.js";
export {
  DEFAULT_REPLACEMENT,
  RedactionPolicy,
  extendedPolicy,
  policyVersion,
  requirePolicy,
  type RedactionOptions,
  type SliceOptions,
} from "./policy.js";
export { resolvedPolicy } from "./resolved-policy.js";
export { REMEMBERED_CHARS, SecretMemory } from "./secret-memory.js";
export { covered, secretTexts, spansWith } from "./known-spans.js";
export type { Span } from "./span.js";
export { MAX_HELD_CHARS, StreamRedactor } from "./stream-redactor.js";
export { TailRedactor, type RedactedPiece } from "./tail-redactor.js";
