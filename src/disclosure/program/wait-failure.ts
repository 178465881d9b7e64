import { exitStatusOf } from "../../api/index.js";
import { SessionClosedError, WaitCancelledError } from "../../base/index.js";
import type { MatchView, Matcher } from "../../core/matcher/index.js";
import { describeMatcher, explainMiss } from "../../core/matcher/index.js";
import type { ErrorData } from "../../protocol/index.js";
import { redactSnapshot } from "../../core/screen/index.js";
import type { WaitEvidence } from "../../core/session/index.js";
import { ProgramEndedError, SessionMoment, WaitTimeoutError } from "../../core/session/index.js";
import { redactedMatcher } from "./redacted-matcher.js";
import type { ReadGrants, WaitReading } from "./wait-result.js";
import { redactedTail } from "./wait-result.js";
import { Disclosed, RpcError } from "../index.js";
import { hiddenSnapshot, withoutCells } from "./snapshot-answer.js";

/** The answer to a wait that failed: a message for people and the evidence for programs, both with secrets covered. */
export function redactedFailure(error: unknown, matcher: Matcher, reading: WaitReading): unknown {
  if (error instanceof WaitTimeoutError) {
    const evidence = redactedEvidence(error, matcher, reading);
    const { message } = new WaitTimeoutError(evidence);
    return failed("matcher_timeout", message, error, evidence, reading);
  }
  if (error instanceof ProgramEndedError) {
    const evidence = redactedEvidence(error, matcher, reading);
    const { message } = new ProgramEndedError(evidence);
    return failed("session_closed", message, error, evidence, reading);
  }
  if (error instanceof SessionClosedError) return new RpcError("session_closed", error.message, { code: error.code });
  if (error instanceof WaitCancelledError) {
    const awaited = describeMatcher(redactedMatcher(matcher, reading.policy).matcher);
    return new RpcError("wait_cancelled", `the wait for ${awaited} was cancelled`, { code: error.code });
  }
  return error;
}

/** Behind its first line, which has what was awaited and for how long, the message tells of the screen. */
function failed(
  kind: "matcher_timeout" | "session_closed",
  message: string,
  { code }: { readonly code: string },
  evidence: WaitEvidence,
  { grants }: WaitReading,
): RpcError {
  const told = grants.screen ? message : message.split("\n", 1)[0];
  return new RpcError(kind, told, new Disclosed({ code, evidence: disclosedEvidence(evidence, grants) }));
}

function redactedEvidence(evidence: WaitEvidence, matcher: Matcher, reading: WaitReading): WaitEvidence {
  const { policy, grants } = reading;
  const snapshot = redactSnapshot(evidence.snapshot, policy);
  const transcriptTail = redactedTail(evidence.transcriptTail, reading);
  const isClean = snapshot.plainText === evidence.snapshot.plainText && transcriptTail === evidence.transcriptTail;
  const { matcher: covered, isUnchanged } = redactedMatcher(matcher, policy);
  const isSame = isClean && grants.transcript && isUnchanged;
  // Words about it quote pieces of the screen and of the matcher, and a piece of a secret does not look like one: they are
  // made of what is covered already.
  const view = viewOf({ ...evidence, snapshot, transcriptTail });
  const explained = explainMiss(covered, view, { seesOutput: grants.transcript });
  const hints = isSame || evidence.wasSending === true ? evidence.hints : explained;
  return {
    matcher: covered,
    awaited: policy.redact(isSame ? evidence.awaited : describeMatcher(covered)),
    elapsedMs: evidence.elapsedMs,
    snapshot,
    transcriptTail,
    hints: grants.screen ? hints.map((hint) => policy.redact(hint)) : [],
    quietMs: evidence.quietMs,
    exitCode: evidence.exitCode,
    signal: evidence.signal,
    unreadInputBytes: evidence.unreadInputBytes,
    wasSending: evidence.wasSending,
  };
}

const viewOf = (evidence: WaitEvidence): MatchView => {
  const { snapshot, transcriptTail, quietMs, elapsedMs } = evidence;
  return new SessionMoment({
    snapshot,
    tail: { text: transcriptTail },
    exitStatus: exitStatusOf(evidence),
    stableMs: Math.min(quietMs ?? elapsedMs, elapsedMs),
  });
};

function disclosedEvidence(evidence: WaitEvidence, { screen }: ReadGrants): NonNullable<ErrorData["evidence"]> {
  const { elapsedMs, quietMs, snapshot } = evidence;
  return {
    ...evidence,
    elapsedMs: Math.round(elapsedMs),
    quietMs: quietMs === undefined ? undefined : Math.round(quietMs),
    snapshot: screen ? withoutCells(snapshot) : hiddenSnapshot(snapshot),
  };
}
