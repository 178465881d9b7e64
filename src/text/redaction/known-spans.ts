import { stripControls } from "./escapes.js";
import type { RedactionPolicy } from "./policy.js";
import { applySpans, findShields, mapSpansBack, mergeSpans, settleAgainstShields, type Span } from "./span.js";

const MAX_ROUNDS = 4;

/**
 * What to hide in a text, without control characters, of which some parts are known to be secrets from elsewhere. As with the
 * policy alone, hiding twice changes nothing.
 */
export function spansWith(policy: RedactionPolicy, text: string, known: readonly Span[]): readonly Span[] {
  const own = policy.spans(text);
  if (known.length === 0 || !policy.enabled) return own;
  const { replacement } = policy;
  let spans: readonly Span[] = settleAgainstShields([...own, ...known], findShields(text, replacement));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const again = policy.spans(applySpans(text, spans, replacement));
    if (again.length === 0) return spans;
    spans = mergeSpans([...spans, ...mapSpansBack(again, spans, replacement.length)]);
  }
  return [{ start: 0, end: text.length }];
}

/** The part [start, end) of the text with the spans replaced; one that is cut is replaced all the same. */
export function covered(text: string, spans: readonly Span[], replacement: string, start: number, end: number): string {
  const inside = spans
    .filter((span) => span.end > start && span.start < end)
    .map((span) => ({ start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }));
  return applySpans(text.slice(start, end), inside, replacement);
}

/** The secrets of a text as they are seen: without the control sequences inside them. */
export function secretTexts(text: string, spans: readonly Span[]): string[] {
  return spans.map(({ start, end }) => stripControls(text.slice(start, end)).visible);
}
