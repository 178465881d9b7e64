import { blankControls } from "./escape.js";
import type { TextRedactor } from "./redacting-writer.js";

/**
 * A text without secrets, as a terminal would show it and as it reads with its control characters spelled out: a control
 * sequence may swallow the characters by which a secret is known.
 */
export function redactBothWays(text: string, redactor: TextRedactor): string {
  const seen = redactor.redact(text);
  const spelled = blankControls(text);
  if (spelled === text) return seen;
  const covered = redactor.redact(spelled);
  return covered === spelled || covered === blankControls(seen) ? seen : covered;
}
