import { PEM_END, classify, followPem, takeLine } from "./pem.js";
import type { Span } from "./span.js";

/** Spaces and line numbers before a line; nothing else, or the strings of a program's source would count as lines of a key. */
const MARGIN = "[ \\t]*(?:\\d{1,6}[ \\t│|:]+)?";
const OTHER_HEADER = /-----BEGIN (?![A-Z0-9 ]{0,40}PRIVATE KEY)[A-Z0-9 ]{1,60}-----/g;
/** A line that may stand in a key. */
const ENTRY = new RegExp(`(?:^|[\\r\\n])${MARGIN}[A-Za-z0-9+/]{16,76}={0,2}[ \\t]*(?=[\\r\\n]|$)`, "g");
const BODY_LINE = new RegExp(`^(${MARGIN})([A-Za-z0-9+/]{16,76}={0,2})[ \\t\\r]*$`);
const LAST_LINE = new RegExp(`^${MARGIN}[A-Za-z0-9+/]{1,76}={0,2}[ \\t\\r]*$`);
const END_LINE = new RegExp(`^${MARGIN}${PEM_END.source}`);
/** What may still become the last line of a key, or its END line. */
const OPEN_LINE = new RegExp(`^${MARGIN}(?:-{0,5}|-----E[A-Z0-9 ]{0,60}-{0,5}|[A-Za-z0-9+/]{0,76}={0,2})[ \\t\\r]*$`);
const FULL_LINE = new RegExp(
  `(?:^|[\\r\\n])${MARGIN}(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70})[ \\t]*(?=[\\r\\n]|$)|${PEM_END.source}`,
);
/** The widths of a PEM body and of an OpenSSH one. Not 76: that is what `base64` prints of any file. */
const FULL_WIDTHS: ReadonlySet<number> = new Set([64, 70]);
/** So many full lines in a row are a key without a word about it. Fewer are one if its END line follows. */
const MIN_FULL_LINES = 4;
/** At the very top of a screen, with what is above unknown, one less will do: narrow screens have few whole lines. */
const MIN_CUT_LINES = 3;
const MAX_CUT_ROWS = 60;
const CUT_ROW = new RegExp(`^${MARGIN}([A-Za-z0-9+/]{1,70})[ \\t]*$`);
/** Behind a line of the body; the last one may be short. */
export const INSIDE_BODY = { sawBody: true, shortLineAllowed: true };

/** `found`: surely a key, to be followed from its end on unless it is `closed`. `hold`: from where on more text decides. */
export interface HeadlessSearch {
  readonly found: Span | null;
  readonly closed: boolean;
  readonly hold: number;
  /** The text ends inside a block that is no private key: a certificate. */
  readonly spared: boolean;
}

/** Looks in [from, limit) for the lines of a private key whose BEGIN line is missing. `final`: nothing follows the limit. */
export function findHeadlessKey(
  whole: string,
  from: number,
  limit: number,
  final: boolean,
  sparedBefore = false,
): HeadlessSearch {
  // Not looked at beyond the limit: with a limit every few characters that would take quadratic time.
  const text = limit < whole.length ? whole.slice(0, limit) : whole;
  let at = from;
  let spared = sparedBefore;
  let line = -1;
  while (at < limit) {
    if (spared) {
      const over = endOfSpared(text, at, final);
      if (over === null) break;
      spared = false;
      at = over;
    }
    if (line < at) line = nextEntry(text, at);
    OTHER_HEADER.lastIndex = at;
    const other = OTHER_HEADER.exec(line < limit ? text.slice(0, line) : text);
    if (other) {
      spared = true;
      at = other.index + other[0].length;
      continue;
    }
    if (line >= limit) break;
    const run = readRun(text, line, final);
    if (typeof run !== "number") return { ...run, spared: false };
    at = run;
  }
  return { found: null, closed: false, hold: limit, spared };
}

/** The start of the next line that may stand in a key; the length if there is none. */
function nextEntry(text: string, at: number): number {
  ENTRY.lastIndex = at > 0 && isBreak(text, at - 1) ? at - 1 : at;
  const match = ENTRY.exec(text);
  if (!match) return text.length;
  return isBreak(text, match.index) ? match.index + 1 : match.index;
}

/** Where such a key ends in a text that is whole. */
export function headlessKeyEnd(text: string, { found, closed }: HeadlessSearch, replacement: string): number {
  return closed ? found!.end : followPem(text, found!.end, replacement, true, INSIDE_BODY).end;
}

/** Whether lines before or behind this text may decide about it, or it about them. */
export function mayTouchHeadlessKey(text: string): boolean {
  return FULL_LINE.test(text);
}

/**
 * Whether the text begins with lines of a key that were cut to fit a narrow screen: put together, where one is as long as the longest,
 * several are of full width.
 */
export function beginsInCutLines(text: string): boolean {
  const rows: string[] = [];
  for (const row of text.split("\n", MAX_CUT_ROWS)) {
    const match = CUT_ROW.exec(row);
    if (!match) break;
    rows.push(match[1]);
  }
  const longest = Math.max(...rows.map((row) => row.length));
  let full = 0;
  let line = "";
  for (const row of rows) {
    line += row;
    if (row.length === longest && !FULL_WIDTHS.has(line.length)) continue;
    if (FULL_WIDTHS.has(line.length) && isMixed(line) && /\d/.test(line)) full += 1;
    line = "";
  }
  return full >= MIN_CUT_LINES;
}

/** `width`: 0 if it is not the full one of a key. */
interface Line {
  readonly start: number;
  readonly width: number;
}

type Run = Pick<HeadlessSearch, "found" | "closed" | "hold">;

/** Reads lines that may be a key's: the key, from where on it is undecided, or where to look on if it is none. */
function readRun(text: string, from: number, final: boolean): Run | number {
  const lines: Line[] = [];
  let hasLast = false;
  let at = from;
  while (at < text.length) {
    const { content, next } = takeLine(text, at);
    if (next === at) return at;
    const isOpen = !final && mayGrow(text, next);
    const body = hasLast ? null : BODY_LINE.exec(content);
    if (body && isMixed(body[2])) {
      const start = at + body[1].length;
      if (isOpen) return undecidedFrom(firstFull(lines) ?? start);
      lines.push({ start, width: FULL_WIDTHS.has(body[2].length) && /\d/.test(body[2]) ? body[2].length : 0 });
      if (lines.length > MIN_FULL_LINES) lines.shift();
      const isKey =
        lines.length === MIN_FULL_LINES && lines.every(({ width }) => width > 0 && width === lines[0].width);
      if (isKey)
        return { found: { start: lines[0].start, end: start + body[2].length }, closed: false, hold: text.length };
    } else {
      if (lines.length === 0) return next;
      const closing = END_LINE.exec(content);
      if (closing)
        return { found: { start: lines[0].start, end: at + closing[0].length }, closed: true, hold: text.length };
      if (isOpen && OPEN_LINE.test(content)) {
        const start = firstFull(lines) ?? (content.includes("-") ? lines[0].start : undefined);
        return start === undefined ? at : undecidedFrom(start);
      }
      if (hasLast || !LAST_LINE.test(content)) return at;
      hasLast = true;
    }
    at = next;
  }
  const start = final ? undefined : firstFull(lines);
  return start === undefined ? text.length : undecidedFrom(start);
}

const undecidedFrom = (hold: number): Run => ({ found: null, closed: false, hold });

/** What waits for the next line: a line of another width is rather a word of a program that may say no more for long. */
function firstFull(lines: readonly Line[]): number | undefined {
  return lines.find(({ width }) => width > 0)?.start;
}

/** Where the lines of a block that is no private key are over; null if not yet. */
export function endOfSpared(text: string, from: number, final: boolean): number | null {
  for (let at = from; at < text.length;) {
    const { content, next } = takeLine(text, at);
    if (!final && mayGrow(text, next)) return null;
    if (content.includes("-----END")) return next;
    if (next === at || classify(content, "") === "other") return at;
    at = next;
  }
  return null;
}

function mayGrow(text: string, lineEnd: number): boolean {
  return lineEnd === text.length && !text.endsWith("\n");
}

/** Names and words seldom are, hexadecimal numbers never. */
function isMixed(text: string): boolean {
  return /[a-z]/.test(text) && /[A-Z]/.test(text);
}

function isBreak(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x0a || code === 0x0d;
}
