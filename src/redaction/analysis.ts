import { KEY_WORDS, SEPARATOR_AHEAD } from "./assignment.js";
import type { ExtraRules } from "./extra-rules.js";
import { escapesAfterReplacing, scanLine } from "./line-scan.js";
import { findPemHeader, followPem, partialPemStart, type PemState } from "./pem.js";
import { applySpans, findShields, mapSpansBack, mergeSpans, settleAgainstShields, type Span } from "./span.js";

/** What to look for and what to put in its place. */
export interface Rules {
  readonly replacement: string;
  readonly extra: ExtraRules;
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
  /** The text ends inside a private key block: where that starts, what surely belongs to it, how to go on. */
  readonly openPem: { readonly start: number; readonly end: number; readonly state: PemState } | null;
}

const MAX_ROUNDS = 4;
const MAX_GROWTH = 4;

/**
 * Finds lines worth a closer look. Alternatives of bounded length, then the look-ahead whose linearity
 * {@link SEPARATOR_AHEAD} argues: no nested or adjacent quantifiers, hence no backtracking beyond a constant.
 */
const TRIGGER = new RegExp(
  `sk-|A[KS]IA|gh[a-z]_|github_pat_|xox[a-z]-|xapp-|eyJ|bearer[ \\t]|:\\/\\/[^\\s/]|(?:${KEY_WORDS})(?=${SEPARATOR_AHEAD})`,
  "gi",
);

/** Everything to hide in a text without escape sequences. `final` false: more text will follow. */
export function analyse(visible: Visible, rules: Rules, final: boolean): Analysis {
  const first = findOnce(visible, rules, final);
  let { spans } = first;
  if (spans.length === 0 || !(first.crossesLines || !rules.extra.isEmpty)) return first;
  const { text } = visible;
  const { replacement } = rules;
  for (let round = 0; ; round += 1) {
    if (round === MAX_ROUNDS) return { ...first, spans: [{ start: 0, end: text.length }] };
    const redacted = applySpans(text, spans, replacement);
    if (redacted.length > text.length * MAX_GROWTH + replacement.length) {
      spans = [{ start: spans[0]!.start, end: spans.at(-1)!.end }];
      continue;
    }
    const startsAfterEscape = escapesAfterReplacing(visible, spans, replacement);
    const again = findOnce({ text: redacted, startsAfterEscape }, rules, true);
    if (again.spans.length === 0) return { ...first, spans };
    spans = mergeSpans([...spans, ...mapSpansBack(again.spans, spans, replacement.length)]);
  }
}

function findOnce(visible: Visible, rules: Rules, final: boolean): Analysis & { readonly crossesLines: boolean } {
  const { text } = visible;
  const blocks = findBlocks(text, rules.replacement, final);
  const lines = new LineFinder(visible, rules.replacement);
  let from = 0;
  for (const block of blocks.spans) {
    lines.scan(from, block.start, false);
    from = block.end;
  }
  lines.scan(from, text.length, !final);
  let { hold } = lines;
  let spans = blocks.spans.length === 0 ? lines.spans : mergeSpans([...lines.spans, ...blocks.spans]);
  if (!final) hold = Math.min(hold, partialPemStart(text, from));
  if (!rules.extra.isEmpty) {
    const shields = findShields(text, rules.replacement);
    spans = mergeSpans([...spans, ...settleAgainstShields([...rules.extra.find(text), ...spans], shields)]);
    if (!final) hold = Math.min(hold, rules.extra.holdFrom(text, lines.lastLineStart));
  }
  return { spans, hold, openPem: blocks.open, crossesLines: blocks.spans.length > 0 };
}

function findBlocks(text: string, replacement: string, final: boolean): { spans: Span[]; open: Analysis["openPem"] } {
  const spans: Span[] = [];
  for (let header = findPemHeader(text, 0); header; header = findPemHeader(text, spans.at(-1)!.end)) {
    const { end, state } = followPem(text, header.end, replacement, final);
    spans.push({ start: header.start, end });
    if (state) return { spans, open: { start: header.start, end, state } };
  }
  return { spans, open: null };
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

  /** Scans [from, to); with `open`, its last line is unfinished. */
  scan(from: number, to: number, open: boolean): void {
    const { text } = this.visible;
    const openLine = open ? lineStart(text, to, from) : to;
    this.lastLineStart = openLine;
    let at = from;
    while (at < openLine) {
      TRIGGER.lastIndex = at;
      const match = TRIGGER.exec(text);
      if (!match || match.index >= openLine) break;
      const start = lineStart(text, match.index, at);
      const end = lineEnd(text, match.index, openLine);
      this.#line(start, end);
      at = end;
    }
    if (open) this.hold = this.#line(openLine, to);
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
