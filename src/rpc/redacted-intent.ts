import { IntentRefusedError, PlanInterruptedError, WaitCancelledError } from "../base/index.js";
import type { ExtensionWaitResult } from "../extension/index.js";
import { PluginError } from "../plugin-runtime/index.js";
import type { Result } from "../protocol/index.js";
import type { RedactionPolicy } from "../redaction/index.js";
import type { Session } from "../session/index.js";
import { ProgramEndedError, WaitTimeoutError } from "../session/index.js";
import { redactedFailure } from "./redacted-failure.js";
import { redactedState } from "./redacted-state.js";
import type { WaitReading } from "./redacted-wait.js";
import { redactedOutcome } from "./redacted-wait.js";
import { RpcError } from "./rpc-error.js";
import { tailRedactorOf } from "./tail-redactors.js";

/** How what an adapter's session shows is answered. */
export const readingOf = (session: Session, policy: RedactionPolicy): WaitReading => ({
  policy,
  tails: tailRedactorOf(session),
  cells: false,
  headGone: session.transcriptSlice(0, 0) === null,
  exitStatus: session.exitStatus,
});

/** What a wait or a turn came to. */
export function redactedWait(
  { state, match }: ExtensionWaitResult,
  name: string | undefined,
  reading: WaitReading,
): Result<"adapter.wait"> {
  const { policy } = reading;
  return {
    state: redactedState(state, policy),
    matched: true,
    outcome: redactedOutcome(match.outcome, match, reading),
    ...(name === undefined ? {} : { wait_id: policy.redact(name) }),
  };
}

/** Why an intent was not carried out, or what it waited for did not come. */
export function redactedIntentFailure(error: unknown, reading: WaitReading): unknown {
  const { policy } = reading;
  if (error instanceof WaitTimeoutError || error instanceof ProgramEndedError)
    return redactedFailure(error, error.matcher, reading);
  if (error instanceof PlanInterruptedError) return redactedInterruption(error, reading);
  if (error instanceof WaitCancelledError)
    return new RpcError("wait_cancelled", "the wait was cancelled", { code: error.code });
  if (error instanceof IntentRefusedError) {
    const { code, plugin, reason } = error;
    const data = { code, plugin: policy.redact(plugin), refusal: policy.redact(reason) };
    return new RpcError("internal_error", error.message, data, { cause: error });
  }
  if (error instanceof PluginError) {
    const { code, plugin, file, line } = error;
    const data = {
      code,
      plugin: policy.redact(plugin),
      ...(file === undefined ? {} : { file: policy.redact(file) }),
      ...(line === undefined ? {} : { line }),
    };
    return new RpcError("internal_error", error.message, data, { cause: error });
  }
  return error;
}

function redactedInterruption(error: PlanInterruptedError, reading: WaitReading): RpcError {
  const { cause, code, why } = error;
  const seen = redactedIntentFailure(cause, reading);
  const evidence = seen instanceof RpcError ? seen.data?.evidence : undefined;
  // Where the plugin has no words of its own, those of the wait are made of what is covered already.
  const isOwn = !(cause instanceof Error) || cause.message !== why;
  const said = isOwn || !(seen instanceof RpcError) ? reading.policy.redact(why) : seen.message;
  const { message } = new PlanInterruptedError(said, error);
  return new RpcError("internal_error", message, { code, ...(evidence === undefined ? {} : { evidence }) });
}
