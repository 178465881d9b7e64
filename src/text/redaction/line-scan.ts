import { findAssignments } from "./assignment.js";
import { findIssuedTokens } from "./issued-tokens.js";
import { findNamedValues } from "./named-values.js";
import { findPrefixShapes, type Findings, type Line } from "./prefix-shapes.js";
import {
  applySpans,
  findShields,
  mapSpansBack,
  maskSpans,
  mergeSpans,
  settleAgainstShields,
  type Span,
} from "./span.js";

/** Rounds after which a line that keeps changing is redacted whole. Two have been enough for all we generated. */
const MAX_ROUNDS = 4;

/**
 * The secrets of one line. What is already replaced counts as an opaque part of a value, never as text; the line is
 * looked at again with the secrets replaced until nothing more is found, so that redacting twice changes nothing.
 */
export function scanLine(line: Line, replacement: string): Findings {
  const first = scanOnce(line, replacement);
  let { spans } = first;
  for (let round = 0; spans.length > 0; round += 1) {
    if (round === MAX_ROUNDS) return { spans: [{ start: 0, end: line.text.length }], hold: first.hold };
    const text = applySpans(line.text, spans, replacement);
    const again = scanOnce({ text, startsAfterEscape: escapesAfterReplacing(line, spans, replacement) }, replacement);
    if (again.spans.length === 0) break;
    spans = mergeSpans([...spans, ...mapSpansBack(again.spans, spans, replacement.length)]);
  }
  return { spans, hold: first.hold };
}

function scanOnce(line: Line, replacement: string): Findings {
  const shields = findShields(line.text, replacement);
  const text = maskSpans(line.text, shields);
  const visible = { text, startsAfterEscape: line.startsAfterEscape };
  const shapes = findPrefixShapes(visible);
  const issued = findIssuedTokens(visible);
  // Two shapes may find the same secret: a token that is the user of a URL.
  const prefixed = mergeSpans([...shapes.spans, ...issued.spans], "overlapping");
  const masked = maskSpans(text, prefixed);
  const assignments = findAssignments(masked);
  const named = findNamedValues(masked);
  return {
    spans: settleAgainstShields([...prefixed, ...assignments.spans, ...named.spans], shields),
    hold: Math.min(shapes.hold, issued.hold, assignments.hold, named.hold),
  };
}

/** Where escape sequences stand once the spans are replaced: those inside a span move behind the replacement. */
export function escapesAfterReplacing(
  line: Pick<Line, "startsAfterEscape">,
  spans: readonly Span[],
  replacement: string,
): (index: number) => boolean {
  // Where each replacement ends in the new text; built when first asked for, searched by halves.
  let ends: number[] | null = null;
  return (index) => {
    if (!ends) {
      let shift = 0;
      ends = spans.map(({ start, end }) => {
        const to = start + shift + replacement.length;
        shift = to - end;
        return to;
      });
    }
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // An empty replacement begins and ends at the same place.
      if (ends[middle] - replacement.length < index || ends[middle] <= index) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return line.startsAfterEscape(index);
    const { start, end } = spans[low - 1];
    const to = ends[low - 1];
    if (index > to) return line.startsAfterEscape(index - to + end);
    if (index < to) return false;
    for (let at = start + 1; at <= end; at += 1) if (line.startsAfterEscape(at)) return true;
    return false;
  };
}
