import type { Rules } from "./analysis.js";
import { BEARER, runEnd } from "./characters.js";
import type { Edit } from "./edits.js";
import { followPem } from "./pem.js";

/** A shorter rest of a word tells nothing about the secret it may have ended. */
const MIN_RUN = 6;
/** The largest key in use, RSA with 16384 bits, has 13 KB. What is longer is something else in base64. */
export const MAX_HEADLESS_CHARS = 16_384;
const FULL_KEY_LINE = /^[A-Za-z0-9+/=]{48,}\s*$/m;

/**
 * Where the rest of a secret whose beginning is gone may end: the word the text begins in the middle of, and the lines of a
 * private key whose BEGIN line was thrown away. 0 if there is none. Nothing but its place betrays it, so an ordinary word or
 * path at the very beginning goes too.
 */
export function cutHeadEnd(text: string, edits: readonly Edit[], rules: Rules): number {
  const run = runEnd(text, 0, BEARER);
  let end = run >= MIN_RUN ? run : 0;
  const key = followPem(text.slice(0, MAX_HEADLESS_CHARS), 0, rules.replacement, true).end;
  const body = text.slice(0, key);
  if (/-----END [A-Z0-9 ]*-----$/.test(body) || FULL_KEY_LINE.test(body)) end = Math.max(end, key);
  if (end > 0) for (const edit of edits) if (edit.start < end) end = Math.max(end, edit.end);
  return end;
}

/** Adds that rest to what is replaced. */
export function redactCutHead(text: string, edits: readonly Edit[], rules: Rules): readonly Edit[] {
  const end = cutHeadEnd(text, edits, rules);
  if (end === 0) return edits;
  return [{ start: 0, end, text: rules.replacement }, ...edits.filter((edit) => edit.start >= end)];
}
