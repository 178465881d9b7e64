import { exitStatusOf } from "../../api/index.js";
import { SessionClosedError, WaitCancelledError } from "../../base/index.js";
import type { MatchView, Matcher } from "../../core/matcher/index.js";
import { describeMatcher, explainMiss } from "../../core/matcher/index.js";
import type { ErrorData } from "../../protocol/index.js";
import { redactSnapshot } from "../../core/screen/index.js";
import type { Input, WaitEvidence } from "../../core/session/index.js";
import { ProgramEndedError, SessionMoment, WaitTimeoutError, shownInput } from "../../core/session/index.js";
import { redactedMatcher } from "./redacted-matcher.js";
import type { ReadGrants, WaitReading } from "./wait-result.js";
import { redactedTail } from "./wait-result.js";
import { Disclosed, RpcError } from "../index.js";
import { hiddenSnapshot, withoutCells } from "./snapshot-answer.js";

/**
 * The answer to a wait that failed: a message for people and the evidence for programs, both with secrets covered. Without a matcher it
 * waited for something else, of which the error has the words.
 */
export function redactedFailure(error: unknown, matcher: Matcher | undefined, reading: WaitReading): unknown {
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
    const { policy } = reading;
    const awaited = matcher && describeMatcher(redactedMatcher(matcher, policy).matcher);
    const message = awaited === undefined ? policy.redact(error.message) : `the wait for ${awaited} was cancelled`;
    return new RpcError("wait_cancelled", message, { code: error.code });
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

function redactedEvidence(evidence: WaitEvidence, matcher: Matcher | undefined, reading: WaitReading): WaitEvidence {
  const { policy, grants } = reading;
  const snapshot = redactSnapshot(evidence.snapshot, policy);
  const transcriptTail = redactedTail(evidence.transcriptTail, reading);
  if (matcher === undefined) {
    const hints = (reading.hints ?? evidence.hints).map((hint) => policy.redact(hint));
    const program = redactedProgram(evidence, `${snapshot.plainText}\n${transcriptTail}`, policy);
    const awaited = policy.redact(evidence.awaited);
    return { ...evidenceFields(evidence), ...program, snapshot, transcriptTail, hints, awaited };
  }
  const isClean = snapshot.plainText === evidence.snapshot.plainText && transcriptTail === evidence.transcriptTail;
  const { matcher: covered, isUnchanged } = redactedMatcher(matcher, policy);
  const isSame = isClean && grants.transcript && isUnchanged;
  // Words about it quote pieces of the screen and of the matcher, and a piece of a secret does not look like one: they are
  // made of what is covered already.
  const view = viewOf({ ...evidence, snapshot, transcriptTail });
  const { bells, hints: said } = evidence;
  const explained = explainMiss(covered, view, { seesOutput: grants.transcript, bells, said });
  const hints = isSame || evidence.wasSending === true ? evidence.hints : explained;
  return {
    ...evidenceFields(evidence),
    matcher: covered,
    awaited: policy.redact(isSame ? evidence.awaited : describeMatcher(covered)),
    snapshot,
    transcriptTail,
    hints: grants.screen ? hints.map((hint) => policy.redact(hint)) : [],
    ...(grants.screen && redactedProgram(evidence, `${snapshot.plainText}\n${transcriptTail}`, policy)),
  };
}

/** What quotes nobody. */
const evidenceFields = (evidence: WaitEvidence) => ({
  elapsedMs: evidence.elapsedMs,
  bells: evidence.bells,
  quietMs: evidence.quietMs,
  exitCode: evidence.exitCode,
  signal: evidence.signal,
  unreadInputBytes: evidence.unreadInputBytes,
  wasSending: evidence.wasSending,
});

/** What is known of the program besides its output; `shown` is that, covered. */
function redactedProgram(
  { foreground, openQuestions, lastInputs, lease }: WaitEvidence,
  shown: string,
  policy: WaitReading["policy"],
): Partial<WaitEvidence> {
  return {
    foreground: foreground && { ...foreground, command: redactedCommand(foreground.command, policy) },
    openQuestions,
    lastInputs: lastInputs?.map((input) => redactedInput(input, shown, policy)),
    lease: lease && { ...lease, who: policy.redact(lease.who) },
  };
}

/** What was typed; `shown` is what can be seen of the program, covered. */
export function redactedInput<I extends Input>(input: I, shown: string, policy: WaitReading["policy"]): I {
  const cover = input.type === "run" ? redactedCommand : (typed: string) => policy.redact(typed);
  const { text: typed, by } = input;
  const text = typed && cover(typed, policy);
  const told = by === undefined ? input : { ...input, by: policy.redact(by) };
  // One that nobody knows for a secret is one if it was covered where it is shown.
  return text === typed ? shownInput(told, shown) : { ...told, text };
}

/** Quoted for a shell, a secret may look like none: of a command that is one without its quotes, only the program is told. */
export function redactedCommand(command: string, policy: WaitReading["policy"]): string {
  const redacted = policy.redact(command);
  const bare = command.replaceAll(/['"\\]/g, "");
  if (redacted === command && policy.redact(bare) === bare) return command;
  return policy.redact(`${command.split(" ", 1)[0]} ${policy.replacement}`);
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
  const { elapsedMs, quietMs, snapshot, lastInputs } = evidence;
  return {
    ...evidence,
    elapsedMs: Math.round(elapsedMs),
    quietMs: quietMs === undefined ? undefined : Math.round(quietMs),
    lastInputs: lastInputs?.map((input) => ({ ...input, agoMs: Math.round(input.agoMs) })),
    snapshot: screen ? withoutCells(snapshot) : hiddenSnapshot(snapshot),
  };
}
