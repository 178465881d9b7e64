import { SessionClosedError, TRANSCRIPT_TAIL_CHARS } from "../base/index.js";
import type { Matcher, MatchOutcome } from "../matcher/index.js";
import { compileRegex, explainMiss } from "../matcher/index.js";
import type { Result, WireErrorData, WireOutcome } from "../protocol/index.js";
import type { RedactionPolicy } from "../redaction/index.js";
import { redactSnapshot } from "../screen/index.js";
import type { MatchResult, WaitEvidence } from "../session/index.js";
import { ProgramEndedError, WaitTimeoutError } from "../session/index.js";
import { RpcError } from "./rpc-error.js";
import { snapshotToWire } from "./snapshot-on-the-wire.js";

/** What a successful wait saw, with secrets covered. */
export function redactedResult(result: MatchResult, policy: RedactionPolicy, cells: boolean): Result<"session.wait"> {
  return {
    matched: true,
    sequence: result.sequence,
    elapsed_ms: Math.round(result.elapsedMs),
    snapshot: snapshotToWire(redactSnapshot(result.snapshot, policy), { cells }),
    transcript_tail: redactedTail(result.transcriptTail, policy),
    outcome: redactedOutcome(result.outcome, result, policy),
  };
}

/** Where the tail was cut out of the transcript, a secret may have lost the part by which it is known. */
function redactedTail(tail: string, policy: RedactionPolicy, start = 0, end = tail.length): string {
  return policy.redactSlice(tail, start, end, { headCut: tail.length >= TRANSCRIPT_TAIL_CHARS });
}

function redactedOutcome(outcome: MatchOutcome, seen: MatchResult, policy: RedactionPolicy): WireOutcome {
  switch (outcome.kind) {
    case "contains_text":
    case "transcript_contains":
      return { kind: outcome.kind, text: policy.redact(outcome.text) };
    case "screen_regex":
    case "transcript_regex": {
      const { kind, pattern } = outcome;
      return { kind, pattern: policy.redact(pattern), capture: redactedCapture(outcome, seen, policy) };
    }
    case "screen_stable":
      return { kind: "screen_stable", min_ms: outcome.minMs };
    case "any":
      return { kind: "any", matched: redactedOutcome(outcome.matched, seen, policy) };
    case "all":
      return { kind: "all", matched: outcome.matched.map((part) => redactedOutcome(part, seen, policy)) };
    case "lua": {
      const { kind, plugin, predicate, evidence, capture } = outcome;
      return {
        kind,
        plugin,
        predicate,
        evidence: evidence && policy.redact(evidence),
        capture: capture && policy.redact(capture),
      };
    }
    case "cursor_at":
    case "process_exited":
      return outcome;
  }
}

/** A capture such as that of `token=(\S+)` is a secret that does not look like one: it is judged where it stood. */
function redactedCapture(
  { kind, pattern, capture }: Extract<MatchOutcome, { capture: string; pattern: string }>,
  { snapshot, transcriptTail }: MatchResult,
  policy: RedactionPolicy,
): string {
  const text = kind === "screen_regex" ? snapshot.plainText : transcriptTail;
  const isCut = kind === "transcript_regex" && text.length >= TRANSCRIPT_TAIL_CHARS;
  if (!isCut && policy.spans(text).length === 0) return policy.redact(capture);
  const found = compileRegex(pattern).exec(text);
  // What was matched is not what is judged: rather nothing than a secret.
  if (found === undefined || found.capture !== capture) return policy.replacement;
  const end = found.captureIndex + capture.length;
  if (kind === "transcript_regex") return redactedTail(text, policy, found.captureIndex, end);
  return policy.redactSlice(text, found.captureIndex, end);
}

/** The answer to a wait that failed: a message for people and the evidence for programs, both with secrets covered. */
export function redactedFailure(error: unknown, matcher: Matcher, policy: RedactionPolicy): unknown {
  if (error instanceof WaitTimeoutError) {
    const evidence = redactedEvidence(error, matcher, policy);
    const { message } = new WaitTimeoutError(evidence);
    return new RpcError("matcher_timeout", message, { code: error.code, evidence: evidenceToWire(evidence) });
  }
  if (error instanceof ProgramEndedError && error.exitStatus !== undefined) {
    const evidence = { ...redactedEvidence(error, matcher, policy), exitStatus: error.exitStatus };
    const { message } = new ProgramEndedError(evidence);
    return new RpcError("session_closed", message, { code: error.code, evidence: evidenceToWire(evidence) });
  }
  if (error instanceof SessionClosedError) return new RpcError("session_closed", error.message, { code: error.code });
  return error;
}

function redactedEvidence(evidence: WaitEvidence, matcher: Matcher, policy: RedactionPolicy): WaitEvidence {
  const snapshot = redactSnapshot(evidence.snapshot, policy);
  const transcriptTail = redactedTail(evidence.transcriptTail, policy);
  const isClean = snapshot.plainText === evidence.snapshot.plainText && transcriptTail === evidence.transcriptTail;
  // Hints quote pieces of the screen, and a piece of a secret does not look like one: they are made of the covered screen.
  const hints = isClean ? evidence.hints : explainMiss(matcher, viewOf({ ...evidence, snapshot, transcriptTail }));
  return {
    awaited: policy.redact(evidence.awaited),
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
    exit_code: exitStatus?.exitCode ?? undefined,
    signal: exitStatus?.signal ?? undefined,
    unread_input_bytes: unreadInputBytes,
    snapshot: snapshotToWire(snapshot, { cells: false }),
    transcript_tail: transcriptTail,
  };
}
