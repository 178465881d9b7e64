import { PlanInterruptedError } from "../base/index.js";
import type { Look } from "../plugins/extension/index.js";
import { RedactionPolicy } from "../text/redaction/index.js";
import { policyWithSeenIn } from "./seen-secrets.js";

/**
 * Why something failed, with secrets covered. Behind its first line a message may quote the screen, and a piece of a secret does not
 * look like one: that is left out.
 */
export function failureMessage(error: unknown, look: Look | undefined): string {
  const policy = policyWithSeenIn(look, RedactionPolicy.default());
  const [first] = (error instanceof Error ? error.message : String(error)).trim().split("\n", 1);
  // What was awaited may be quoted from the screen as well, unless the plugin has words of its own for it.
  if (error instanceof PlanInterruptedError && error.cause instanceof Error && error.cause.message === error.why)
    return policy.redact(new PlanInterruptedError("what it waited for did not come", error).message);
  return policy.redact(first);
}
