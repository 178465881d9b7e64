/**
 * redaction: finds secrets in text and terminal output and puts a marker in their place. Pure: text in, text out.
 * It avoids knowing where text comes from or goes to (sessions, screens, wires, logs); callers redact at their own
 * boundary. It must not grow rules that need the past beyond a few lines, or streams and whole texts would disagree.
 */
export { BlockTrail, contextOfRest } from "./block-trail.js";
export {
  DEFAULT_REPLACEMENT,
  RedactionPolicy,
  requirePolicy,
  type RedactionOptions,
  type SliceOptions,
} from "./policy.js";
export type { Span } from "./span.js";
export { MAX_HELD_CHARS, StreamRedactor } from "./stream-redactor.js";
export { TailRedactor, type RedactedPiece } from "./tail-redactor.js";
