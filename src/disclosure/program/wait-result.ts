import { TRANSCRIPT_TAIL_CHARS } from "../../base/index.js";
import type { MatchOutcome } from "../../core/matcher/index.js";
import { compileRegex } from "../../text/regex/index.js";
import type { LibraryResult } from "../../protocol/index.js";
import { covered, encode, outcome as outcomeSchema, screenSnapshot, waitJson } from "../../protocol/index.js";
import type { TailRedactor } from "../../text/redaction/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { redactSnapshot, redactSnapshotText } from "../../core/screen/index.js";
import type { ExitStatus, MatchResult } from "../../core/session/index.js";
import { policyWithSeen } from "./seen-secrets.js";
import { EncodedResult } from "../../jsonrpc/index.js";
import { exitFields } from "../../api/index.js";
import { redactedJson } from "../index.js";
import { redactedPattern } from "./redacted-matcher.js";
import { snapshotJson, withoutCells } from "./snapshot-answer.js";

/** What of a session may be told. */
export interface ReadGrants {
  readonly screen: boolean;
  readonly transcript: boolean;
  /** Whose predicates see no more than that; others' may. */
  readonly plugin?: string | undefined;
}

/** How a wait is answered. */
export interface WaitReading {
  readonly policy: RedactionPolicy;
  /** With the default policy, what it knows of the tails before this one. */
  readonly tails: TailRedactor;
  readonly cells: boolean;
  /** Output is no longer kept from its beginning on, so that the tail may begin in the middle of a secret. */
  readonly headGone: boolean;
  /** How the program has ended, if it has. */
  readonly exitStatus: ExitStatus | undefined;
  readonly grants: ReadGrants;
}

/** What a successful wait saw, with secrets covered. */
export function redactedResult(
  result: MatchResult,
  reading: WaitReading,
): EncodedResult<LibraryResult<"session.wait">> {
  const snapshot = redactSnapshot(result.snapshot, reading.policy);
  // The tail is most of the answer, and most of it was in the one before: only what is new of it is covered and encoded.
  const { before, between } = waitJson({
    matched: true,
    sequence: result.sequence,
    elapsedMs: Math.round(result.elapsedMs),
    outcome: redactedOutcome(result.outcome, result, reading),
    ...exitFields(reading.exitStatus),
  });
  const json = `${before}${encodedTail(result.transcriptTail, reading)}${between}`;
  return new EncodedResult(
    reading.cells
      ? snapshotJson(snapshot).between(json, "}")
      : `${json}${JSON.stringify(encode(screenSnapshot, withoutCells(snapshot)))}}`,
  );
}

function encodedTail(tail: string, reading: WaitReading): string {
  if (reading.policy !== RedactionPolicy.default()) return JSON.stringify(redactedTail(tail, reading));
  let json = "";
  for (const { form } of reading.tails.redact(tail, isCut(tail, reading))) json += form;
  return `"${json}"`;
}

/** Where the tail was cut out of the transcript, a secret may have lost the part by which it is known. */
export function redactedTail(tail: string, reading: WaitReading): string {
  if (!reading.grants.transcript) return "";
  const { policy, tails } = reading;
  const headCut = isCut(tail, reading);
  if (policy !== RedactionPolicy.default()) return policy.redactSlice(tail, 0, tail.length, { headCut });
  return tails
    .redact(tail, headCut)
    .map(({ text }) => text)
    .join("");
}

const isCut = (tail: string, { headGone }: WaitReading): boolean => headGone || tail.length >= TRANSCRIPT_TAIL_CHARS;

/** Every text that the schema knows is covered; what was quoted from the program is judged where it stood. */
export function redactedOutcome(outcome: MatchOutcome, seen: MatchResult, reading: WaitReading): MatchOutcome {
  const { policy } = reading;
  return covered(outcomeSchema, outcome, {
    text: (text) => policy.redact(text),
    regex: (pattern) => redactedPattern(pattern, policy),
    json: (json) => redactedJson(json, policy),
    named: (_, value, inside) => {
      const held = value as MatchOutcome;
      if (held.kind === "lua") return redactedPredicate(held, seen, reading);
      if (!("pattern" in held)) return inside();
      const { kind, pattern } = held;
      return { kind, pattern: redactedPattern(pattern, policy), capture: redactedCapture(held, seen, reading) };
    },
  });
}

function redactedPredicate(
  { kind, plugin, predicate, evidence, capture }: Extract<MatchOutcome, { kind: "lua" }>,
  { snapshot, transcriptTail }: MatchResult,
  { policy, grants }: WaitReading,
): MatchOutcome {
  const names = { kind, plugin: policy.redact(plugin), predicate: policy.redact(predicate) };
  if (!mayQuote(plugin, grants)) return names;
  const strict = policyWithSeen({ screenText: snapshot.plainText, transcriptTail }, policy);
  return {
    ...names,
    evidence: evidence && strict.redact(evidence),
    capture: capture && strict.redact(capture),
  };
}

const mayQuote = (plugin: string, grants: ReadGrants): boolean =>
  plugin === grants.plugin || (grants.screen && grants.transcript);

/** A capture such as that of `token=(\S+)` is a secret that does not look like one: it is judged where it stood. */
function redactedCapture(
  { kind, pattern, capture }: Extract<MatchOutcome, { capture: string; pattern: string }>,
  { snapshot, transcriptTail }: MatchResult,
  reading: WaitReading,
): string {
  const { policy, grants } = reading;
  if (!(kind === "screen_regex" ? grants.screen : grants.transcript)) return "";
  const text = kind === "screen_regex" ? snapshot.plainText : transcriptTail;
  const covered = kind === "screen_regex" ? redactSnapshot(snapshot, policy).plainText : redactedTail(text, reading);
  if (covered === text) return policy.redact(capture);
  const found = compileRegex(pattern).exec(text);
  // What was matched is not what is judged: rather nothing than a secret.
  if (found === undefined || found.capture !== capture) return policy.replacement;
  const end = found.captureIndex + capture.length;
  if (kind === "transcript_regex")
    return policy.redactSlice(text, found.captureIndex, end, { headCut: isCut(text, reading) });
  return redactSnapshotText(snapshot, found.captureIndex, end, policy);
}
