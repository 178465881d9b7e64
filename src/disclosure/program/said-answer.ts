import type { ExpectResult, RunResult } from "../../api/index.js";
import { MAX_AWAITED_CHARS } from "../../base/index.js";
import type { ExpectMiss, Session } from "../../core/session/index.js";
import { expectMissOf, explainExpect, secretsOf, takenBeforeResult } from "../../core/session/index.js";
import type { LibraryResult } from "../../protocol/index.js";
import type { RedactionPolicy, SliceOptions } from "../../text/redaction/index.js";
import { resolvedPolicy } from "../../text/redaction/index.js";
import { Disclosed } from "../index.js";
import { redactedInTurns } from "./redacted-in-turns.js";
import { redactedPattern } from "./redacted-matcher.js";
import { tailRedactorOf } from "./tail-redactors.js";
import { redactedFailure } from "./wait-failure.js";

/** What was expected and found, with secrets covered: each part is judged with what stands around it. */
export async function expectAnswer(
  session: Session,
  policy: RedactionPolicy,
  result: ExpectResult,
): Promise<Disclosed<LibraryResult<"session.expect">>> {
  const { before, match, groups, after, dropped } = result;
  // What an earlier one took may make a secret of what follows; unless something is missing in between.
  const taken = dropped === true ? "" : takenBeforeResult(result);
  const text = taken + before + match + after;
  const covering = secretsOf(session).covering(await resolvedPolicy(policy, text));
  const isGone = dropped === true || taken.length >= MAX_AWAITED_CHARS || session.transcriptSlice(0, 0) === null;
  const slice = (start: number, end: number): string => covering.redactSlice(text, start, end, { headCut: isGone });
  const begin = taken.length + before.length;
  const found = slice(begin, begin + match.length);
  // A group such as that of `token=(\S+)` is a secret that does not look like one.
  const coveredGroup = (group: string): string => (found === match ? covering.redact(group) : covering.replacement);
  return new Disclosed({
    ...result,
    before: slice(taken.length, begin),
    match: found,
    groups: groups.map((group) => group && coveredGroup(group)),
    after: slice(text.length - after.length, text.length),
  });
}

/** What became of a command, with secrets covered. */
export async function runAnswer(
  session: Session,
  policy: RedactionPolicy,
  result: RunResult,
): Promise<Disclosed<LibraryResult<"session.run">>> {
  let output = "";
  for await (const piece of redactedInTurns(session, policy, result.output, result.truncated === true)) output += piece;
  return new Disclosed({ ...result, output, durationMs: Math.round(result.durationMs) });
}

/** Why neither came to an end. */
export async function failureAnswer(session: Session, policy: RedactionPolicy, error: unknown): Promise<unknown> {
  const { exitStatus } = session;
  const {
    snapshot,
    transcriptTail = "",
    awaited = "",
  } = error as {
    snapshot?: { plainText: string };
    transcriptTail?: string;
    awaited?: string;
  };
  const headGone = session.transcriptSlice(0, 0) === null;
  const miss = expectMissOf(error);
  const left = miss === undefined ? "" : miss.taken + miss.pending;
  const quoted = [snapshot?.plainText ?? "", transcriptTail, awaited, left].join("\n");
  const covering = secretsOf(session).covering(await resolvedPolicy(policy, quoted));
  return redactedFailure(error, undefined, {
    policy: covering,
    hints: miss && coveredHints(miss, covering, headGone),
    tails: tailRedactorOf(session),
    headGone,
    exitStatus,
    grants: { screen: true, transcript: true },
  });
}

/** Hints quote pieces, and a piece of a secret does not look like one: they are made of what is covered already. */
function coveredHints(miss: ExpectMiss, policy: RedactionPolicy, headGone: boolean): string[] {
  const { taken, pending, isCut } = miss;
  const headCut = headGone || taken.length >= MAX_AWAITED_CHARS;
  const cover = (before: string, text: string, after: string, options: SliceOptions): string =>
    policy.redactSlice(before + text + after, before.length, before.length + text.length, options);
  // Where nothing is lost in between, `token=` in what was taken still hides the value behind it.
  const covered = isCut
    ? { taken: cover("", taken, "", { headCut }), pending: cover("", pending, "", { headCut: true }) }
    : { taken: cover("", taken, pending, { headCut }), pending: cover(taken, pending, "", { headCut }) };
  return explainExpect({ ...miss, ...covered }, (source) => redactedPattern(source, policy) === source);
}
