import { ALNUM, DIGIT, LOWER, UPPER, classesOf, isIn, runEnd } from "./characters.js";
import { startsWord, type Findings, type Line } from "./prefix-shapes.js";
import type { Span } from "./span.js";
import { MIN_BODY_CHARS, TOKEN_SHAPES, type TokenShape } from "./token-shapes.js";

interface Head {
  readonly text: string;
  readonly shape: TokenShape;
}

/** The heads that begin with two characters, by those: hardly any place of a text has to be compared with one. */
const HEADS = new Map<number, readonly Head[]>();
for (const shape of TOKEN_SHAPES)
  for (const text of shape.heads)
    for (const key of keysOf(text)) HEADS.set(key, longestFirst([...(HEADS.get(key) ?? []), { text, shape }]));
const MAY_BEGIN = new Uint8Array(128 * 128);
for (const key of HEADS.keys()) MAY_BEGIN[key] = 1;

/** Of two heads that fit, the longer one is meant. */
function longestFirst(heads: Head[]): readonly Head[] {
  return heads.sort((a, b) => b.text.length - a.text.length);
}

function keysOf(head: string): number[] {
  const first = head.charCodeAt(0) * 128;
  return head.length > 1 ? [first + head.charCodeAt(1)] : Array.from({ length: 128 }, (_, second) => first + second);
}

/** What the body holds is judged by its beginning: more is not walked before it is known to be a secret. */
const JUDGED_CHARS = 64;

/** Tokens whose issuer gave them a beginning of their own. It stays. */
export function findIssuedTokens(line: Line): Findings {
  const { text } = line;
  const spans: Span[] = [];
  let hold = text.length;
  for (let at = 0; at < text.length;) {
    const head = headAt(text, at);
    if (head === undefined || !standsRight(line, at, head)) {
      at += 1;
      continue;
    }
    const start = at + head.text.length;
    const { end, secret } = readBody(text, start, head.shape);
    if (end === text.length) hold = Math.min(hold, start);
    if (secret) spans.push({ start, end });
    at = secret ? end : at + 1;
  }
  return { spans, hold };
}

function headAt(text: string, at: number): Head | undefined {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  if (first >= 128 || !(second < 128)) return undefined;
  const key = first * 128 + second;
  if (MAY_BEGIN[key] === 0) return undefined;
  return HEADS.get(key)!.find((head) => text.startsWith(head.text, at));
}

function standsRight(line: Line, at: number, { text: head, shape: { behind } }: Head): boolean {
  if (behind === undefined) return !isIn(head.charCodeAt(0), ALNUM) || startsWord(line, at);
  for (let before = 1; before <= behind.min; before += 1)
    if (!isIn(line.text.charCodeAt(at - before), behind.of)) return false;
  return true;
}

/** Where the body ends as far as it was read, and whether it is one. */
function readBody(text: string, from: number, shape: TokenShape): { readonly end: number; readonly secret: boolean } {
  const { body, min, max } = shape;
  let end = from;
  let seen = 0;
  const judged = Math.min(text.length, from + Math.max(min, JUDGED_CHARS));
  for (; end < judged && isIn(text.charCodeAt(end), body); end += 1) seen |= classesOf(text.charCodeAt(end));
  if (end - from < min || !isMade(seen, shape) || shape.form?.test(text.slice(from, end)) === false)
    return { end, secret: false };
  if (max === undefined) return { end: runEnd(text, end, body), secret: true };
  while (end - from <= max && end < text.length && isIn(text.charCodeAt(end), body)) end += 1;
  return { end, secret: end - from <= max };
}

const isMade = (seen: number, { needs }: TokenShape): boolean =>
  needs === undefined ||
  ((seen & DIGIT) !== 0 && (needs === "digit" || ((seen & UPPER) !== 0 && (seen & LOWER) !== 0)));

/** A head up to its last punctuation. */
function markedPart(head: string): string {
  return /^.+[_.~$/-]/.exec(head)?.[0] ?? "";
}

/**
 * Finds places worth a closer look, fast. Most heads end in punctuation, which is rare in ordinary text: if as much follows as any
 * token has, it is looked back from there, for these and `others`. Texts of bounded length only: linear.
 */
export function markedHeads(others: readonly string[]): string {
  const before = new Map<string, string[]>();
  const add = (text: string, mark: string): unknown => before.set(mark, [...(before.get(mark) ?? []), text]);
  for (const other of others) add(other.slice(0, -1), other.at(-1)!);
  for (const { heads, behind } of TOKEN_SHAPES)
    for (const marked of heads.map(markedPart).filter((part) => part !== "")) {
      // A single letter before a full stop also ends many a name.
      const isWord = marked.length === 2 && behind === undefined;
      add((isWord ? "(?<![A-Za-z0-9])" : "") + escaped(marked.slice(0, -1)), marked.at(-1)!);
    }
  const texts = [...before].map(([mark, heads]) => `(?:${[...new Set(heads)].join("|")})${escaped(mark)}`);
  return `[_.~$/-](?=[\\w+/=.$,-]{${MIN_BODY_CHARS}})(?<=${texts.join("|")})`;
}

/** The same for the other heads. */
export function bareHeads(): string {
  return TOKEN_SHAPES.flatMap(({ heads, form, min }) =>
    heads
      .filter((head) => markedPart(head) === "")
      .map((head) => `${escaped(head)}(?=${form?.source.slice(1) ?? `[\\w+/=.-]{${min}}`})`),
  ).join("|");
}

function escaped(text: string): string {
  return text.replace(/[.$/]/g, "\\$&");
}
