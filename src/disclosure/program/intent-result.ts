import type { Adapter } from "../../plugins/adapter/index.js";
import { PlanInterruptedError, WaitCancelledError } from "../../base/index.js";
import type { ExtensionWaitResult } from "../../plugins/extension/index.js";
import type { LibraryResult } from "../../protocol/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import { resolvedPolicy } from "../../text/redaction/index.js";
import { redactSnapshot } from "../../core/screen/index.js";
import type { MatchResult } from "../../core/session/index.js";
import { ProgramEndedError, WaitTimeoutError, secretsOf } from "../../core/session/index.js";
import { redactedState } from "./redacted-state.js";
import { policyWithSeen, policyWithSeenIn } from "./seen-secrets.js";
import { redactedFailure } from "./wait-failure.js";
import { redactedPluginFailure } from "./plugin-failure.js";
import { snapshotTexts, withoutCells } from "./snapshot-answer.js";
import type { WaitReading, WaitTelling } from "./wait-result.js";
import { endOfTail, redactedOutcome } from "./wait-result.js";
import { Disclosed, RpcError } from "../index.js";
import { tailRedactorOf } from "./tail-redactors.js";

/** What may be read of an adapter's session: no more than its plugin is granted. */
export const readingOf = ({ session, manifest }: Adapter, policy: RedactionPolicy): WaitReading => ({
  policy: secretsOf(session).covering(policy),
  tails: tailRedactorOf(session),
  headGone: session.transcriptSlice(0, 0) === null,
  exitStatus: session.exitStatus,
  grants: {
    screen: manifest.grants("screen.read"),
    transcript: manifest.grants("transcript.read"),
    plugin: manifest.name,
  },
});

/** How much is told of what the wait of an adapter saw. */
interface AdapterWaitTelling extends Pick<WaitTelling, "result" | "tailChars"> {
  /** The name of the wait. */
  readonly name: string | undefined;
}

type AdapterWaitResult = LibraryResult<"adapter.wait">;

/** The result of a wait or a turn. */
export async function adapterWaitAnswer(
  adapter: Adapter,
  policy: RedactionPolicy,
  { look, match, sequence, elapsedMs, firstSeenSequence, wasPresentBefore }: ExtensionWaitResult,
  { name, ...telling }: AdapterWaitTelling,
): Promise<Disclosed<AdapterWaitResult>> {
  const reading = readingOf(adapter, policy);
  return new Disclosed({
    state: redactedState(look, reading.policy),
    matched: true,
    sequence,
    elapsedMs: Math.round(elapsedMs),
    outcome: redactedOutcome(match.outcome, match, withSeen(match, reading)),
    firstSeenSequence,
    wasPresentBefore,
    waitId: name === undefined ? undefined : reading.policy.redact(name),
    ...(await redactedSight(adapter, policy, match, telling)),
  });
}

/** The screen and the end of the output: as much as was asked for, and no more than the plugin is granted. */
async function redactedSight(
  adapter: Adapter,
  policy: RedactionPolicy,
  { snapshot, transcriptTail }: MatchResult,
  { result, tailChars }: Pick<WaitTelling, "result" | "tailChars">,
): Promise<Pick<AdapterWaitResult, "snapshot" | "transcriptTail">> {
  if (result === "none") return {};
  const resolved = await resolvedPolicy(policy, `${snapshotTexts(snapshot)}\n${transcriptTail}`);
  const reading = readingOf(adapter, resolved);
  const { screen, transcript } = reading.grants;
  return {
    snapshot: screen ? withoutCells(redactSnapshot(snapshot, reading.policy)) : undefined,
    transcriptTail: result === "full" && transcript ? endOfTail(transcriptTail, reading, tailChars) : undefined,
  };
}

/** The matcher may hold text of the plugin too. */
function withSeen(
  { snapshot, transcriptTail }: Pick<MatchResult, "snapshot" | "transcriptTail">,
  reading: WaitReading,
): WaitReading {
  return { ...reading, policy: policyWithSeen({ screenText: snapshot.plainText, transcriptTail }, reading.policy) };
}

/** The error of an intent or of its wait. */
export function redactedIntentFailure(error: unknown, adapter: Adapter, reading: WaitReading): unknown {
  if (error instanceof WaitTimeoutError || error instanceof ProgramEndedError)
    return redactedFailure(error, error.matcher, withSeen(error, reading));
  if (error instanceof PlanInterruptedError) return redactedInterruption(error, adapter, reading);
  if (error instanceof WaitCancelledError)
    return new RpcError("wait_cancelled", "it was cancelled; what was typed by then stays typed", { code: error.code });
  return redactedPluginFailure(error, policyWithSeenIn(adapter.handle.lastLook, reading.policy));
}

function redactedInterruption(error: PlanInterruptedError, adapter: Adapter, reading: WaitReading): RpcError {
  const { cause, code, why } = error;
  const seen = redactedIntentFailure(cause, adapter, reading);
  const evidence = seen instanceof RpcError ? seen.data?.evidence : undefined;
  // Without a message of the plugin, that of the wait is used, which is made of redacted text.
  const isOwn = !(cause instanceof Error) || cause.message !== why;
  const policy = policyWithSeenIn(adapter.handle.lastLook, reading.policy);
  const said = isOwn || !(seen instanceof RpcError) ? policy.redact(why) : seen.message;
  const { message } = new PlanInterruptedError(said, error);
  const { step, steps, sent } = error;
  const progress = { step, steps, sent, why: said };
  return new RpcError("internal_error", message, new Disclosed({ code, evidence, progress }));
}
