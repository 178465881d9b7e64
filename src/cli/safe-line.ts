import { escapeControls } from "../logging/index.js";
import { RedactionPolicy } from "../redaction/index.js";

/** A text in one line, with secrets covered and control characters spelled out. */
export function safeLine(text: string): string {
  const policy = RedactionPolicy.default();
  // Twice: as a terminal would show it, and as it reads with its control characters spelled out.
  return policy.redact(escapeControls(policy.redact(text.trim())));
}
