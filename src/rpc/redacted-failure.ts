import { SessionClosedError, WaitCancelledError } from "../base/index.js";
import type { Matcher } from "../matcher/index.js";
import { describeMatcher, explainMiss } from "../matcher/index.js";
import type { WireErrorData } from "../protocol/index.js";
import { redactSnapshot } from "../screen/index.js";
import type { WaitEvidence } from "../session/index.js";
import { ProgramEndedError, WaitTimeoutError } from "../session/index.js";
import { exitToWire } from "./exit-on-the-wire.js";
import { isUnchanged, redactedMatcher } from "./redacted-matcher.js";
import type { WaitReading } from "./redacted-wait.js";
import { redactedTail } from "./redacted-wait.js";
import { RpcError } from "./rpc-error.js";
import { snapshotToWire } from "./snapshot-on-the-wire.js";

/** The answer to a wait that failed: a message for people and the evidence for programs, both with secrets covered. */
export function redactedFailure(error: unknown, matcher: Matcher, reading: WaitReading): unknown {
  if (error instanceof WaitTimeoutError) {
    const evidence = redactedEvidence(error, matcher, reading);
    const { message } = new WaitTimeoutError(evidence);
    return new RpcError("matcher_timeout", message, { code: error.code, evidence: evidenceToWire(evidence) });
  }
  if (error instanceof ProgramEndedError && error.exitStatus !== undefined) {
    const evidence = { ...redactedEvidence(error, matcher, reading), exitStatus: error.exitStatus };
    const { message } = new ProgramEndedError(evidence);
    return new RpcError("session_closed", message, { code: error.code, evidence: evidenceToWire(evidence) });
  }
  if (error instanceof SessionClosedError) return new RpcError("session_closed", error.message, { code: error.code });
  if (error instanceof WaitCancelledError) {
    const awaited = describeMatcher(redactedMatcher(matcher, reading.policy));
    return new RpcError("wait_cancelled", `the wait for ${awaited} was cancelled`, { code: error.code });
  }
  return error;
}

function redactedEvidence(evidence: WaitEvidence, matcher: Matcher, reading: WaitReading): WaitEvidence {
  const { policy } = reading;
  const snapshot = redactSnapshot(evidence.snapshot, policy);
  const transcriptTail = redactedTail(evidence.transcriptTail, reading);
  const isClean = snapshot.plainText === evidence.snapshot.plainText && transcriptTail === evidence.transcriptTail;
  const covered = redactedMatcher(matcher, policy);
  const isSame = isClean && isUnchanged(matcher, covered);
  // Words about it quote pieces of the screen and of the matcher, and a piece of a secret does not look like one: they are
  // made of what is covered already.
  const hints = isSame ? evidence.hints : explainMiss(covered, viewOf({ ...evidence, snapshot, transcriptTail }));
  return {
    matcher: covered,
    awaited: policy.redact(isSame ? evidence.awaited : describeMatcher(covered)),
    elapsedMs: evidence.elapsedMs,
    snapshot,
    transcriptTail,
    hints: hints.map((hint) => policy.redact(hint)),
    quietMs: evidence.quietMs,
    exitStatus: evidence.exitStatus,
    unreadInputBytes: evidence.unreadInputBytes,
  };
}

const viewOf = ({
  snapshot,
  transcriptTail,
  exitStatus,
  quietMs,
  elapsedMs,
}: WaitEvidence): Parameters<typeof explainMiss>[1] => ({
  screenText: snapshot.plainText,
  transcriptTail,
  cursorRow: snapshot.cursor.row,
  cursorCol: snapshot.cursor.col,
  exited: exitStatus !== undefined,
  stableMs: Math.min(quietMs ?? elapsedMs, elapsedMs),
  sequence: snapshot.sequence,
});

function evidenceToWire(evidence: WaitEvidence): NonNullable<WireErrorData["evidence"]> {
  const { awaited, elapsedMs, hints, quietMs, exitStatus, unreadInputBytes, snapshot, transcriptTail } = evidence;
  return {
    awaited,
    elapsed_ms: Math.round(elapsedMs),
    hints,
    quiet_ms: quietMs === undefined ? undefined : Math.round(quietMs),
    ...exitToWire(exitStatus),
    unread_input_bytes: unreadInputBytes,
    snapshot: snapshotToWire(snapshot),
    transcript_tail: transcriptTail,
  };
}
