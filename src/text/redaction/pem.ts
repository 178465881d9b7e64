import type { Span } from "./span.js";

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
export const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** A line also ends at a written-out `\n`, as in JSON, and before the next block. A last "\r" may belong to "\r\n". */
const LINE_BREAK = /\r?\n|\r(?!$)|(?:\\{1,4}r)?\\{1,4}n|(?=-----BEGIN)/;
/** Quotes, diff and quotation marks, line numbers: what programs print before and behind a body line. */
const LEADING_NOISE = /^(?:[\s>|│:*#+"'`,;.()[\]-]|\d+(?=[\s│|:]))*/;
const TRAILING_NOISE = " \t\r\"'`+,;\\)]}";
const HEADER_LINE = /^[A-Za-z][A-Za-z0-9-]{0,40}: /;
const LONG_CHUNK = /^[A-Za-z0-9+/=]{16,}/;
/** A body flattened to one line is at most this long; more is taken in pieces. */
const LINE_MAX = 1_900;
const BLANK_MAX = 200;

/** How far into a private key block we are, at the end of an accepted line. */
export interface PemState {
  readonly sawBody: boolean;
  readonly shortLineAllowed: boolean;
}

/** `end`: what surely belongs to the block; `state`: null once the block is over, else how to go on behind `end`. */
export interface PemProgress {
  readonly end: number;
  readonly state: PemState | null;
}

const FRESH: PemState = { sawBody: false, shortLineAllowed: true };

/** The first private key header at or after `from`. */
export function findPemHeader(text: string, from: number): Span | null {
  BEGIN.lastIndex = from;
  const match = BEGIN.exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}

/**
 * Follows a block line by line: up to its END line, or, when that is missing, as long as the lines look like a key.
 * Each line is judged from itself and the state alone, so that a stream comes to the same result as a whole text.
 */
export function followPem(text: string, from: number, replacement: string, final: boolean, state = FRESH): PemProgress {
  let end = from;
  let cursor = from;
  let { sawBody, shortLineAllowed } = state;
  // We start behind a header or an accepted line: what is left of that line is not a blank line.
  let blankLines = -1;
  while (cursor < text.length) {
    const { content, next } = takeLine(text, cursor);
    if (next === text.length && !final) break;
    const closing = PEM_END.exec(content);
    if (closing) return { end: cursor + closing.index + closing[0].length, state: null };
    const kind = classify(content, replacement);
    if (kind === "blank") {
      blankLines += 1;
      if (blankLines > 2 || next === cursor) return { end, state: null };
    } else if (kind === "long" || (kind === "header" && !sawBody) || (kind === "short" && shortLineAllowed)) {
      shortLineAllowed = kind !== "short";
      sawBody ||= kind !== "header";
      blankLines = 0;
      end = cursor + trimEnd(content, "\"'` \t\r").length;
    } else {
      const prefix = bodyPrefix(content);
      return { end: prefix > 0 ? cursor + prefix : end, state: null };
    }
    cursor = next;
  }
  return { end, state: final ? null : { sawBody, shortLineAllowed } };
}

/** The line at `from` without its break, and where the next one starts (`text.length` while it may still grow). */
export function takeLine(text: string, from: number): { content: string; next: number } {
  const window = text.slice(from, from + LINE_MAX);
  const lineBreak = LINE_BREAK.exec(window);
  if (lineBreak) {
    return { content: window.slice(0, lineBreak.index), next: from + lineBreak.index + lineBreak[0].length };
  }
  // A piece of an overlong line must not cut an END line in two.
  const dashes = window.length === LINE_MAX ? window.indexOf("-----", LINE_MAX - 90) : -1;
  const content = dashes > 0 ? window.slice(0, dashes) : window;
  return { content, next: from + content.length };
}

/** Length of a key's characters at the beginning of a line that goes on with something else. */
function bodyPrefix(content: string): number {
  const noise = LEADING_NOISE.exec(content)![0].length;
  const run = /^[A-Za-z0-9+/= \t]*/.exec(content.slice(noise))![0];
  return LONG_CHUNK.test(run) ? noise + run.trimEnd().length : 0;
}

function trimEnd(text: string, noise: string): string {
  let end = text.length;
  while (end > 0 && noise.includes(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/** What a line is to a private key block. */
export function classify(content: string, replacement: string): "blank" | "long" | "short" | "header" | "other" {
  const whole = replacement === "" ? content : content.replaceAll(replacement, "A".repeat(16));
  const core = trimEnd(whole.replace(LEADING_NOISE, ""), TRAILING_NOISE);
  if (core === "") return content.length <= BLANK_MAX ? "blank" : "other";
  if (/^[A-Za-z0-9+/= \t]+$/.test(core)) {
    if (/[A-Za-z0-9+/=]{16}/.test(core)) return "long";
    return /[ \t]/.test(core) ? "other" : "short";
  }
  return HEADER_LINE.test(core) ? "header" : "other";
}

/** Where the text ends in what may become a private key header; the length if it does not. */
export function partialPemStart(text: string): number {
  const from = Math.max(0, text.length - 80);
  const tail = text.slice(from);
  const match = /-{1,4}$|-----(?:B?|BE|BEG|BEGI|BEGIN[A-Z0-9 ]*-{0,4})$/.exec(tail);
  return match ? from + match.index : text.length;
}
