import { MAX_TERMINAL_SIDE, TRANSCRIPT_TAIL_CHARS } from "../../base/index.js";
import type { MatchOutcome } from "../../core/matcher/index.js";
import { compileRegex, PatternBudget } from "../../text/regex/index.js";
import type { LibraryResult, ScreenBox } from "../../protocol/index.js";
import { covered, encode, outcome as outcomeSchema, screenSnapshot, waitJson } from "../../protocol/index.js";
import type { TailRedactor } from "../../text/redaction/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import { redactSnapshot, redactSnapshotText, shownScreen } from "../../core/screen/index.js";
import type { ExitStatus, MatchResult } from "../../core/session/index.js";
import { policyWithSeen } from "./seen-secrets.js";
import { EncodedResult } from "../../jsonrpc/index.js";
import { exitFields } from "../../api/index.js";
import { redactedJson } from "../index.js";
import { redactedPattern } from "./redacted-matcher.js";
import type { CellsWanted } from "./snapshot-answer.js";
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
  /** Output is no longer kept from its beginning on, so that the tail may begin in the middle of a secret. */
  readonly headGone: boolean;
  /** How the program has ended, if it has. */
  readonly exitStatus: ExitStatus | undefined;
  readonly grants: ReadGrants;
  /** Why it failed, in words made of covered texts; without, those of the error are covered. */
  readonly hints?: readonly string[] | undefined;
}

/** These outcomes say no more than what was asked for. */
const WITHOUT_QUOTES: ReadonlySet<MatchOutcome["kind"]> = new Set([
  "contains_text",
  "transcript_contains",
  "cursor_at",
  "screen_stable",
  "process_exited",
  "bell",
]);

/** Whether the outcome may hold words of the program. */
export const quotesProgram = ({ kind }: MatchOutcome): boolean => !WITHOUT_QUOTES.has(kind);

/** How much is told of what a wait saw. */
export interface WaitTelling {
  readonly result: "full" | "text" | "none";
  readonly cells: CellsWanted;
  readonly tailChars: number;
}

/** What a successful wait saw, with secrets covered. */
export function redactedResult(
  result: MatchResult,
  reading: WaitReading,
  { result: told, cells, tailChars }: WaitTelling,
): EncodedResult<LibraryResult<"session.wait">> {
  const { before, tail, snapshot, end } = waitJson({
    matched: true,
    sequence: result.sequence,
    elapsedMs: Math.round(result.elapsedMs),
    outcome: redactedOutcome(result.outcome, result, reading),
    firstSeenSequence: result.firstSeenSequence,
    wasPresentBefore: result.wasPresentBefore,
    ...exitFields(reading.exitStatus),
  });
  if (told === "none") return new EncodedResult(before + end);
  const head = told === "text" ? before : before + tail + encodedTail(result.transcriptTail, reading, tailChars);
  const screen = redactSnapshot(result.snapshot, reading.policy);
  if (told === "text" || cells === false)
    return new EncodedResult(head + snapshot + JSON.stringify(encode(screenSnapshot, withoutCells(screen))) + end);
  return new EncodedResult(snapshotJson(screen, cells).between(head + snapshot, end));
}

/** The tail is most of the answer, and most of it was in the one before: only what is new of it is covered and encoded. */
function encodedTail(tail: string, reading: WaitReading, tailChars: number): string {
  const { policy, tails } = reading;
  // What is cut off is judged too: a secret may be known by it only.
  if (policy !== tails.policy || tailChars < TRANSCRIPT_TAIL_CHARS)
    return JSON.stringify(endOfTail(tail, reading, tailChars));
  let json = "";
  for (const { form } of tails.redact(tail, isCut(tail, reading))) json += form;
  return `"${json}"`;
}

/** No more characters than so many, and no half of one. */
export function endOfTail(tail: string, reading: WaitReading, count: number): string {
  const text = redactedTail(tail, reading);
  const start = Math.max(0, text.length - count);
  const isInside = start > 0 && /^[\uDC00-\uDFFF]/.test(text.slice(start, start + 1));
  return text.slice(isInside ? start + 1 : start);
}

/** Where the tail was cut out of the transcript, a secret may have lost the part by which it is known. */
export function redactedTail(tail: string, reading: WaitReading): string {
  if (!reading.grants.transcript) return "";
  const { policy, tails } = reading;
  const headCut = isCut(tail, reading);
  if (policy !== tails.policy) return policy.redactSlice(tail, 0, tail.length, { headCut });
  return tails
    .redact(tail, headCut)
    .map(({ text }) => text)
    .join("");
}

const isCut = (tail: string, { headGone }: WaitReading): boolean => headGone || tail.length >= TRANSCRIPT_TAIL_CHARS;

/**
 * Every text that the schema knows is covered; what was quoted from the program is judged where it stood. Of what a part of the screen shows
 * that is within `box`.
 */
export function redactedOutcome(
  outcome: MatchOutcome,
  seen: MatchResult,
  reading: WaitReading,
  box?: ScreenBox,
): MatchOutcome {
  const { policy } = reading;
  return covered(outcomeSchema, outcome, {
    text: (text) => policy.redact(text),
    regex: (pattern) => redactedPattern(pattern, policy),
    json: (json) => redactedJson(json, policy),
    named: (_, value, inside) => {
      const held = value as MatchOutcome;
      switch (held.kind) {
        case "lua":
          return redactedPredicate(held, seen, reading);
        case "row":
          return { ...held, matched: redactedOutcome(held.matched, seen, reading, boxOfRow(held.row)) };
        case "region":
          return { ...held, matched: redactedOutcome(held.matched, seen, reading, held) };
        case "style":
          return redactedPlace(held, seen, reading);
        case "screen_regex":
        case "transcript_regex":
        case "title_regex": {
          const { kind, pattern } = held;
          return {
            kind,
            pattern: redactedPattern(pattern, policy),
            capture: redactedCapture(held, seen, reading, box),
          };
        }
        default:
          return inside();
      }
    },
  });
}

const boxOfRow = (row: number): ScreenBox => ({ row, col: 0, rows: 1, cols: MAX_TERMINAL_SIDE });

/** What stands in the same cells of the screen as it may be seen. */
function redactedPlace(
  outcome: Extract<MatchOutcome, { kind: "style" }>,
  { snapshot }: MatchResult,
  { policy, grants }: WaitReading,
): MatchOutcome {
  if (!grants.screen) return { kind: "style", row: 0, col: 0, length: 0, text: "" };
  const { row, col, length, text } = outcome;
  const shown = shownScreen(redactSnapshot(snapshot, policy));
  const isInRow = col + length <= shown.cols;
  const there = isInRow && row < shown.rows ? shown.text([{ row, col, length }]) : undefined;
  // Over several rows it is not told which cells; what is covered somewhere is then covered here.
  const isClean = there === text || shownScreen(snapshot).isSame(shown);
  return { ...outcome, text: isClean ? policy.redact(text) : (there ?? policy.replacement) };
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
  seen: MatchResult,
  reading: WaitReading,
  box: ScreenBox | undefined,
): string {
  const { policy, grants } = reading;
  if (!(kind === "transcript_regex" ? grants.transcript : grants.screen)) return "";
  const { text, covered, slice } = quotedText(kind, seen, reading, box);
  if (covered === text) return policy.redact(capture);
  const budget = new PatternBudget();
  const regex = compileRegex(pattern, { budget });
  const found = budget.mayTakeLong(text.length) ? undefined : regex.exec(text);
  // It takes too long to look again, or what was matched is not what is judged: rather nothing than a secret.
  if (found === undefined || found.capture !== capture) return policy.replacement;
  return slice(found.captureIndex, found.captureIndex + capture.length);
}

/** The text that a pattern was looked for in. */
interface QuotedText {
  readonly text: string;
  readonly covered: string;
  /** A part of it with secrets covered. */
  readonly slice: (start: number, end: number) => string;
}

function quotedText(
  kind: "screen_regex" | "transcript_regex" | "title_regex",
  { snapshot, transcriptTail }: MatchResult,
  reading: WaitReading,
  box: ScreenBox | undefined,
): QuotedText {
  const { policy } = reading;
  const title = snapshot.title ?? "";
  if (kind === "title_regex")
    return { text: title, covered: policy.redact(title), slice: (start, end) => policy.redactSlice(title, start, end) };
  if (kind === "transcript_regex") {
    const headCut = isCut(transcriptTail, reading);
    const slice = (start: number, end: number): string => policy.redactSlice(transcriptTail, start, end, { headCut });
    return { text: transcriptTail, covered: redactedTail(transcriptTail, reading), slice };
  }
  const redacted = redactSnapshot(snapshot, policy);
  if (box === undefined)
    return {
      text: snapshot.plainText,
      covered: redacted.plainText,
      slice: (start, end) => redactSnapshotText(snapshot, start, end, policy),
    };
  const shown = shownScreen(snapshot).read(box);
  const readable = shownScreen(redacted);
  return {
    text: shown?.text ?? "",
    covered: readable.read(box)?.text ?? "",
    slice: (start, end) => readable.text(shown?.runsOf(start, end) ?? []),
  };
}
