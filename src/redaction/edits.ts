import { analyse, type Analysis, type Rules } from "./analysis.js";
import { hasControls, stripControls, type Stripped } from "./escapes.js";
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
  readonly openPem: Analysis["openPem"];
}

const NO_ESCAPES = (): boolean => false;

/**
 * Looks for secrets in what is seen, and in the text that control strings (titles, links) carry, and translates the
 * answer to offsets in the raw output. Sequences inside a secret are kept, behind the replacement: they may switch
 * colours or screens, and whoever renders the output needs them.
 */
export function findEdits(raw: string, rules: Rules, final: boolean): Edits {
  if (!hasControls(raw)) {
    const { spans, hold, openPem } = analyse({ text: raw, startsAfterEscape: NO_ESCAPES }, rules, final);
    return { edits: spans.map((span) => ({ ...span, text: rules.replacement })), spans, hold, openPem };
  }
  const stripped = stripControls(raw);
  const escaped = new Set(stripped.sequences.map((sequence) => sequence.at));
  const visible = { text: stripped.visible, startsAfterEscape: (index: number) => escaped.has(index) };
  const found = analyse(visible, rules, final);
  const place = new Placement(stripped, rules.replacement);
  for (const span of found.spans) place.span(span);
  const pem = found.openPem;
  const openPem = pem && { start: toRaw(stripped, pem.start), end: toRaw(stripped, pem.end), state: pem.state };
  for (const { payloadStart, payloadEnd } of stripped.sequences) {
    if (payloadEnd - payloadStart < 4) continue;
    const payload = { text: raw.slice(payloadStart, payloadEnd), startsAfterEscape: NO_ESCAPES };
    for (const { start, end } of analyse(payload, rules, true).spans)
      place.payload(payloadStart + start, payloadStart + end);
  }
  const hold = found.hold < stripped.visible.length ? toRaw(stripped, found.hold) : raw.length;
  return {
    edits: place.edits.sort((a, b) => a.start - b.start),
    spans: mergeSpans(place.spans),
    hold: final ? raw.length : Math.min(hold, stripped.unfinished),
    openPem,
  };
}

/** Raw offset of a visible character (behind the sequences that precede it). */
export function toRaw(stripped: Stripped, index: number): number {
  let raw = index;
  for (const { at, start, end } of stripped.sequences) {
    if (at > index) break;
    raw += end - start;
  }
  return raw;
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
    this.#skipSequences(start);
    let text = this.replacement;
    const first = this.edits.length;
    for (let from = start; from < end;) {
      const to = Math.min(end, sequences[this.#next]?.at ?? end);
      const edit = { start: this.#swallowBroken(from + this.#shift), end: to + this.#shift, text };
      this.edits.push(edit);
      text = "";
      from = to;
      if (from < end) this.#skipSequences(from);
    }
    this.spans.push({ start: this.edits[first]!.start, end: this.edits.at(-1)!.end });
  }

  payload(start: number, end: number): void {
    this.edits.push({ start, end, text: this.replacement });
    this.spans.push({ start, end });
  }

  #skipSequences(index: number): void {
    const { sequences } = this.stripped;
    for (; this.#next < sequences.length && sequences[this.#next]!.at <= index; this.#next += 1) {
      this.#shift += sequences[this.#next]!.end - sequences[this.#next]!.start;
    }
  }

  /** A cut-off sequence would take the first character of the replacement as its end: it goes with the secret. */
  #swallowBroken(rawStart: number): number {
    const { sequences } = this.stripped;
    let start = rawStart;
    for (let i = this.#next - 1; i >= 0; i -= 1) {
      const sequence = sequences[i]!;
      if (!sequence.broken || sequence.end !== start) break;
      start = sequence.start;
    }
    return start;
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
