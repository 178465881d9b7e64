import { escapeControls } from "../../base/index.js";
import { redactBothWays } from "../../home/logging/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { policyWithSeen } from "./seen-secrets.js";

/** A text for a terminal in one line, with secrets covered and control characters spelled out. */
export function safeLine(text: string): string {
  // A secret in an argument is redacted also where the message contains it in another form, such as a path.
  const policy = policyWithSeen(
    { screenText: process.argv.slice(2).join("\n"), transcriptTail: "" },
    RedactionPolicy.default(),
  );
  return policy.redact(escapeControls(redactBothWays(text.trim(), policy)));
}
