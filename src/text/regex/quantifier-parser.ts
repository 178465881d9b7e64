import type { PatternReader } from "./pattern-reader.js";
import type { Flags } from "./syntax.js";

/** The engine's own limit for one count, and for the product of nested ones. */
export const MAX_REPEAT = 1000;

export interface Quantifier {
  readonly min: number;
  readonly max: number | undefined;
  readonly greedy: boolean;
}

/** Reads `*`, `+`, `?` or `{…}` with its lazy mark; undefined when there is none. */
export function parseQuantifier(reader: PatternReader, flags: Flags): Quantifier | undefined {
  const bounds = parseBounds(reader);
  if (bounds === undefined) return undefined;
  const lazy = reader.take("?");
  return { min: bounds[0], max: bounds[1], greedy: lazy === flags.swapGreed };
}

function parseBounds(reader: PatternReader): readonly [number, number | undefined] | undefined {
  if (reader.take("*")) return [0, undefined];
  if (reader.take("+")) return [1, undefined];
  if (reader.take("?")) return [0, 1];
  return reader.lookingAt("{") ? parseCount(reader) : undefined;
}

function parseCount(reader: PatternReader): readonly [number, number | undefined] {
  const start = reader.position;
  reader.next();
  const min = parseNumber(reader, start);
  let max: number | undefined = min;
  if (reader.take(",")) {
    reader.skipIgnored();
    reader.skipWhiteSpace();
    max = reader.lookingAt("}") ? undefined : parseNumber(reader, start);
  }
  if (!reader.take("}")) reader.fail("a repetition is {n}, {n,} or {n,m}; write \\{ for a brace", start);
  if (max !== undefined && min > max) reader.fail(`{${min},${max}} has its bounds the wrong way round`, start);
  if (Math.max(min, max ?? 0) > MAX_REPEAT) reader.fail(`a count is ${MAX_REPEAT} at most`, start);
  return [min, max];
}

function parseNumber(reader: PatternReader, start: number): number {
  reader.skipIgnored();
  reader.skipWhiteSpace();
  const digits = /^\d*/.exec(reader.source.slice(reader.position, reader.position + 32))![0];
  if (digits === "") reader.fail("a repetition is {n}, {n,} or {n,m}; write \\{ for a brace", start);
  reader.position += digits.length;
  reader.skipIgnored();
  reader.skipWhiteSpace();
  return Number(digits);
}
