import { SIGN_OF_KEY } from "./assignment.js";
import type { ExtraRules } from "./extra-rules.js";
import { findHeadlessKey, headlessKeyEnd } from "./headless-key.js";
import { bareHeads, markedHeads } from "./issued-tokens.js";
import { escapesAfterReplacing, scanLine } from "./line-scan.js";
import type { SecretMemory } from "./secret-memory.js";
import { findPemHeader, followPem } from "./pem.js";
import {
  applySpans,
  findShields,
  mapSpansBack,
  maskSpans,
  mergeSpans,
  partialStart,
  settleAgainstShields,
  type Span,
} from "./span.js";

/** What to look for and what to put in its place. */
export interface Rules {
  readonly replacement: string;
  readonly extra: ExtraRules;
  /** What was found before, to be found in pieces. */
  readonly memory?: SecretMemory | undefined;
  /** Whether the caller's own rules see only what is left: else what they match would tell of what is covered. */
  readonly extraSeesCovered?: boolean | undefined;
}

/** Visible text, and where in it escape sequences stood. */
export interface Visible {
  readonly text: string;
  readonly startsAfterEscape: (index: number) => boolean;
}

/** The secrets of a text, and from where on more text could change the answer (the length if nowhere). */
export interface Analysis {
  readonly spans: readonly Span[];
  readonly hold: number;
}

const MAX_ROUNDS = 4;
const MAX_GROWTH = 4;

/**
 * Find lines worth a closer look. Alternatives of bounded length, or linear as {@link SIGN_OF_KEY} argues. Those that begin with
 * punctuation are apart from those that begin with letters: together they take longer.
 */
const TRIGGERS = [
  new RegExp(
    `A[KS]IA|eyJ|xox[a-z]-|xapp-|[bB][eE][aA][rR][eE][rR][ \\t]|:\\/\\/?[^\\s/]|password[ \\t]|${bareHeads()}`,
    "g",
  ),
  new RegExp(`${markedHeads(["sk-", "gh[a-z]_", "github_pat_"])}|${SIGN_OF_KEY}|:(?<=[cC]ookie2?["']?:)`, "g"),
];

/** Everything to hide in a text without escape sequences. */
export function analyse(visible: Visible, rules: Rules): Analysis {
  return untilStable(visible, rules, findOnce(visible, rules));
}

/** The same for a part of a stream from which private key blocks were taken out, and that goes on. */
export function analyseUnfinished(visible: Visible, rules: Rules): Analysis {
  const found = findInLines(visible, rules, false);
  return rules.extra.isEmpty && rules.memory === undefined ? found : untilStable(visible, rules, found);
}

/** Looks again at the redacted text, where line by line is not enough, so that redacting twice changes nothing. */
function untilStable(visible: Visible, rules: Rules, first: Analysis & { readonly hasBlocks?: boolean }): Analysis {
  const { text } = visible;
  const { replacement } = rules;
  let { spans } = first;
  if (spans.length === 0 || (rules.extra.isEmpty && rules.memory === undefined && !first.hasBlocks)) return first;
  for (let round = 0; ; round += 1) {
    if (round === MAX_ROUNDS) return { ...first, spans: [{ start: 0, end: text.length }] };
    const redacted = applySpans(text, spans, replacement);
    if (redacted.length > text.length * MAX_GROWTH + replacement.length) {
      spans = [{ start: spans[0].start, end: spans.at(-1)!.end }];
      continue;
    }
    const startsAfterEscape = escapesAfterReplacing(visible, spans, replacement);
    const again = findOnce({ text: redacted, startsAfterEscape }, rules);
    if (again.spans.length === 0) return { ...first, spans };
    spans = mergeSpans([...spans, ...mapSpansBack(again.spans, spans, replacement.length)]);
  }
}

/** Private key blocks first; then everything else in a text where the replacement stands for them. */
function findOnce(visible: Visible, rules: Rules): Analysis & { readonly hasBlocks: boolean } {
  const { replacement } = rules;
  const blocks = findBlocks(visible.text, replacement);
  if (blocks.length === 0) return { ...findInLines(visible, rules, true), hasBlocks: false };
  const text = applySpans(visible.text, blocks, replacement);
  const rest = findInLines(
    { text, startsAfterEscape: escapesAfterReplacing(visible, blocks, replacement) },
    rules,
    true,
  );
  const spans = mergeSpans([...blocks, ...mapSpansBack(rest.spans, blocks, replacement.length)], "overlapping");
  return { spans, hold: visible.text.length, hasBlocks: true };
}

function findBlocks(text: string, replacement: string): Span[] {
  const blocks: Span[] = [];
  let header = findPemHeader(text, 0);
  for (let at = 0; at < text.length;) {
    const limit = header?.start ?? text.length;
    const headless = findHeadlessKey(text, at, limit, true);
    const start = headless.found?.start ?? limit;
    const end = headless.found
      ? headlessKeyEnd(text, headless, replacement)
      : header && followPem(text, header.end, replacement, true).end;
    if (end === null) break;
    blocks.push({ start, end });
    if (header && header.start < end) header = findPemHeader(text, end);
    at = end;
  }
  return blocks;
}

function findInLines(visible: Visible, rules: Rules, final: boolean): Analysis {
  const { text } = visible;
  const lines = new LineFinder(visible, rules.replacement);
  lines.scan(!final);
  const remembered = rules.memory?.find(text) ?? [];
  if (rules.extra.isEmpty && remembered.length === 0) return { spans: lines.spans, hold: lines.hold };
  const shields = findShields(text, rules.replacement);
  const found = mergeSpans([...lines.spans, ...remembered]);
  const extra = rules.extra.find(rules.extraSeesCovered === true ? maskSpans(text, found) : text);
  const spans = settleAgainstShields([...extra, ...found], shields);
  return {
    spans,
    hold:
      final || rules.extra.isEmpty ? lines.hold : Math.min(lines.hold, rules.extra.holdFrom(text, lines.lastLineStart)),
  };
}

/** Walks over the lines that hold a trigger; all others are never looked at. */
class LineFinder {
  readonly spans: Span[] = [];
  hold: number;
  lastLineStart = 0;

  constructor(
    private readonly visible: Visible,
    private readonly replacement: string,
  ) {
    this.hold = visible.text.length;
  }

  /** Scans all lines; with `open`, the last one is unfinished. */
  scan(open: boolean): void {
    const { text } = this.visible;
    const to = open ? lineStart(text, text.length, 0) : text.length;
    this.lastLineStart = to;
    const next = TRIGGERS.map(() => -1);
    for (let at = 0; at < to;) {
      for (const [i, trigger] of TRIGGERS.entries()) if (next[i] < at) next[i] = nextMatch(trigger, text, at);
      const found = Math.min(...next);
      if (found >= to) break;
      const end = lineEnd(text, found, to);
      this.#line(lineStart(text, found, at), end);
      at = end;
    }
    if (open) this.hold = Math.min(this.#line(to, text.length), partialStart(text, this.replacement));
  }

  #line(start: number, end: number): number {
    const line = {
      text: this.visible.text.slice(start, end),
      startsAfterEscape: (index: number) => this.visible.startsAfterEscape(start + index),
    };
    const { spans, hold } = scanLine(line, this.replacement);
    for (const span of spans) this.spans.push({ start: start + span.start, end: start + span.end });
    return start + hold;
  }
}

function nextMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function lineStart(text: string, index: number, floor: number): number {
  let at = index;
  while (at > floor && !isBreak(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

function lineEnd(text: string, index: number, limit: number): number {
  let at = index;
  while (at < limit && !isBreak(text.charCodeAt(at))) at += 1;
  return at;
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}
