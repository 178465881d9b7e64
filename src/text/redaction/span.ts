/** A half-open range of UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Sorted union of the spans; those that overlap, or also those that touch, become one. */
export function mergeSpans(spans: readonly Span[], joins: "touching" | "overlapping" = "touching"): Span[] {
  if (spans.length < 2) return [...spans];
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: { start: number; end: number }[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    const reach = last ? last.end + (joins === "touching" ? 0 : -1) : -1;
    if (last && span.start <= reach) last.end = Math.max(last.end, span.end);
    else merged.push({ start: span.start, end: span.end });
  }
  return merged;
}

/** The text with each span replaced. Spans must be sorted and disjoint. */
export function applySpans(text: string, spans: readonly Span[], replacement: string): string {
  let out = "";
  let from = 0;
  for (const { start, end } of spans) {
    out += text.slice(from, start) + replacement;
    from = end;
  }
  return out + text.slice(from);
}

/**
 * Translates spans of `applySpans(text, applied, …)` back to offsets of `text`. An end that falls inside a
 * replacement is moved outward, so that the result covers whole replaced pieces.
 */
export function mapSpansBack(spans: readonly Span[], applied: readonly Span[], replacementLength: number): Span[] {
  let index = 0;
  let shift = 0;
  const back = (position: number, outward: "start" | "end"): number => {
    while (index < applied.length) {
      const span = applied[index];
      const from = span.start + shift;
      const to = from + replacementLength;
      if (position >= to) {
        shift = to - span.end;
        index += 1;
        continue;
      }
      if (position <= from) break;
      return outward === "start" ? span.start : span.end;
    }
    return position - shift;
  };
  return spans.map(({ start, end }) => ({ start: back(start, "start"), end: back(end, "end") }));
}

/** The text with every character of the spans turned into {@link ATOM}; offsets stay valid. */
export function maskSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let out = "";
  let from = 0;
  for (const { start, end } of spans) {
    out += text.slice(from, start) + ATOM.repeat(end - start);
    from = end;
  }
  return out + text.slice(from);
}

/** Stands for "something already redacted". A noncharacter: no program prints it on purpose. */
export const ATOM = "\uffff";

/** Where the replacement already stands in the text. It is never redacted again; this is what makes us idempotent. */
export function findShields(text: string, replacement: string): Span[] {
  const shields: Span[] = [];
  if (replacement === "") return shields;
  for (let at = text.indexOf(replacement); at !== -1; at = text.indexOf(replacement, at + replacement.length)) {
    shields.push({ start: at, end: at + replacement.length });
  }
  return shields;
}

/** Where the text ends in the beginning of `literal`; the length if it does not. */
export function partialStart(text: string, literal: string): number {
  for (let at = Math.max(0, text.length - literal.length + 1); at < text.length; at += 1) {
    if (text[at] === literal[0] && literal.startsWith(text.slice(at))) return at;
  }
  return text.length;
}

/** Grows each region over the shields it cuts into, merges, and drops what consists of shields only. */
export function settleAgainstShields(regions: readonly Span[], shields: readonly Span[]): Span[] {
  if (shields.length === 0 || regions.length === 0) return mergeSpans(regions);
  const grown: Span[] = [];
  let first = 0;
  for (const region of mergeSpans(regions)) {
    let { start, end } = region;
    while (first < shields.length && shields[first].end <= start) first += 1;
    let shielded = 0;
    for (let i = first; i < shields.length && shields[i].start < end; i += 1) {
      const shield = shields[i];
      start = Math.min(start, shield.start);
      end = Math.max(end, shield.end);
      shielded += shield.end - shield.start;
    }
    if (shielded < end - start) grown.push({ start, end });
  }
  return mergeSpans(grown);
}
