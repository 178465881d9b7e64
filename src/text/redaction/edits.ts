import { analyse, analyseUnfinished, type Rules } from "./analysis.js";
import { hasControls, stripControls, type ControlSequence, type Stripped } from "./escapes.js";
import { mergeSpans, type Span } from "./span.js";

/** One replacement in raw terminal output. A secret with colours inside is several: the first one writes. */
export interface Edit extends Span {
  readonly text: string;
}

/** What to change in raw output, and up to where more output cannot change the answer. */
export interface Edits {
  readonly edits: readonly Edit[];
  /** The secrets, each as one piece with the sequences inside it. */
  readonly spans: readonly Span[];
  readonly hold: number;
}

const WORD_AND_BLANK = /[\w.+/=-]{6} $/;

const NO_ESCAPES = (): boolean => false;

/**
 * Looks for secrets in what is seen, and in the text that control strings (titles, links) carry, and translates the
 * answer to offsets in the raw output. Sequences inside a secret are kept, behind the replacement: they may switch
 * colours or screens, and whoever renders the output needs them.
 */
export function findEdits(raw: string, rules: Rules, final: boolean): Edits {
  const edits = findEditsIn(raw, rules, final);
  // The blank may be taken back by what comes next.
  if (final || !WORD_AND_BLANK.test(raw.slice(-8))) return edits;
  const { hold } = findEditsIn(raw.slice(0, -1), rules, false);
  return hold < raw.length - 1 ? { ...edits, hold: Math.min(edits.hold, hold) } : edits;
}

function findEditsIn(raw: string, rules: Rules, final: boolean): Edits {
  const look = final ? analyse : analyseUnfinished;
  if (!hasControls(raw)) {
    const { spans, hold } = look({ text: raw, startsAfterEscape: NO_ESCAPES }, rules);
    return { edits: spans.map(({ start, end }) => ({ start, end, text: rules.replacement })), spans, hold };
  }
  const stripped = stripControls(raw);
  const escaped = new Set(stripped.sequences.map((sequence) => sequence.at));
  const visible = { text: stripped.visible, startsAfterEscape: (index: number) => escaped.has(index) };
  const found = look(visible, rules);
  const place = new Placement(stripped, rules.replacement);
  for (const span of found.spans) place.span(span);
  for (const { payloadStart, payloadEnd } of stripped.sequences) {
    if (payloadEnd - payloadStart < 4) continue;
    const payload = { text: raw.slice(payloadStart, payloadEnd), startsAfterEscape: NO_ESCAPES };
    for (const { start, end } of analyse(payload, rules).spans) place.payload(payloadStart + start, payloadStart + end);
  }
  const hold = found.hold < stripped.visible.length ? secretStart(stripped, found.hold) : raw.length;
  return {
    edits: place.edits.sort((a, b) => a.start - b.start),
    spans: mergeSpans(place.spans, "overlapping"),
    hold: final ? raw.length : Math.min(hold, stripped.unfinished),
  };
}

/** Raw offset of a visible character (behind the sequences that precede it). */
export function toRaw({ sequences }: Stripped, index: number): number {
  const before = countUpTo(sequences, index);
  return before === 0 ? index : sequences[before - 1].end + index - sequences[before - 1].at;
}

/** Raw offset from which on a secret that starts at the visible character `index` is replaced. */
export function secretStart(stripped: Stripped, index: number): number {
  const { sequences } = stripped;
  return withBrokenBefore(sequences, countUpTo(sequences, index), toRaw(stripped, index));
}

/** How many sequences stand before the visible character `index`. */
function countUpTo(sequences: readonly ControlSequence[], index: number): number {
  let low = 0;
  let high = sequences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sequences[middle].at <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A cut-off sequence would take the first character of the replacement as its end, or what follows once the text
 * behind it is gone. It goes with the secret: here before it, in `Placement` inside it.
 */
function withBrokenBefore(sequences: readonly ControlSequence[], next: number, rawStart: number): number {
  let start = rawStart;
  for (let i = next - 1; i >= 0 && sequences[i].broken && sequences[i].end === start; i -= 1)
    start = sequences[i].start;
  return start;
}

class Placement {
  readonly edits: Edit[] = [];
  readonly spans: Span[] = [];
  #next = 0;
  #shift = 0;

  constructor(
    private readonly stripped: Stripped,
    private readonly replacement: string,
  ) {}

  /** A span of the visible text. Spans come in order. */
  span({ start, end }: Span): void {
    const { sequences } = this.stripped;
    this.#passSequences(start);
    const rawStart = withBrokenBefore(sequences, this.#next, start + this.#shift);
    const firstEnd = Math.min(end, sequences[this.#next]?.at ?? end);
    this.edits.push({ start: rawStart, end: firstEnd + this.#shift, text: this.replacement });
    for (let from = firstEnd; from < end;) {
      for (const sequence of this.#passSequences(from)) {
        if (sequence.broken) this.edits.push({ start: sequence.start, end: sequence.end, text: "" });
      }
      const to = Math.min(end, sequences[this.#next]?.at ?? end);
      this.edits.push({ start: from + this.#shift, end: to + this.#shift, text: "" });
      from = to;
    }
    this.spans.push({ start: rawStart, end: this.edits.at(-1)!.end });
  }

  payload(start: number, end: number): void {
    this.edits.push({ start, end, text: this.replacement });
    this.spans.push({ start, end });
  }

  #passSequences(index: number): readonly ControlSequence[] {
    const { sequences } = this.stripped;
    const first = this.#next;
    for (; this.#next < sequences.length && sequences[this.#next].at <= index; this.#next += 1) {
      this.#shift += sequences[this.#next].end - sequences[this.#next].start;
    }
    return sequences.slice(first, this.#next);
  }
}

/** The part [from, to) of the raw output with the edits applied; a cut-off edit still writes its replacement. */
export function applyEdits(raw: string, edits: readonly Edit[], from: number, to: number): string {
  let out = "";
  let at = from;
  for (const edit of edits) {
    if (edit.end <= at) continue;
    if (edit.start >= to) break;
    out += raw.slice(at, Math.max(at, edit.start)) + edit.text;
    at = Math.min(edit.end, to);
  }
  return out + raw.slice(at, to);
}
