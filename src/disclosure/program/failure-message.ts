import { PlanInterruptedError } from "../../base/index.js";
import type { Look } from "../../plugins/extension/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { policyWithSeenIn } from "./seen-secrets.js";

/**
 * Why something failed, redacted. Only the first line: the others may quote the screen, and a cut secret would not be recognised.
 */
export function failureMessage(error: unknown, look: Look | undefined): string {
  const policy = policyWithSeenIn(look, RedactionPolicy.default());
  const [first] = (error instanceof Error ? error.message : String(error)).trim().split("\n", 1);
  // The awaited text may come from the screen too, unless the plugin has a message of its own.
  if (error instanceof PlanInterruptedError && error.cause instanceof Error && error.cause.message === error.why)
    return policy.redact(new PlanInterruptedError("what it waited for did not come", error).message);
  return policy.redact(first);
}
