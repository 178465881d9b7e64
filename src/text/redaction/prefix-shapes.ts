import { ALNUM, BEARER, BLANK, DIGIT, HYPHEN, LETTER, QUOTE, TOKEN, UPPER, WORD, isIn, runEnd } from "./characters.js";
import { isPlaceholder } from "./placeholders.js";
import type { Span } from "./span.js";

/** One line (or the unfinished end of one) without escape sequences. */
export interface Line {
  readonly text: string;
  /** Whether an escape sequence stood before this character: a secret may start there whatever precedes it. */
  readonly startsAfterEscape: (index: number) => boolean;
}

/** What was found, and from where on more text could still change the answer (the length if nowhere). */
export interface Findings {
  readonly spans: Span[];
  readonly hold: number;
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly secret: boolean;
  /** Whether more text behind the end could change the answer. */
  readonly open: boolean;
}

// Alternatives of fixed length only: each position costs a bounded number of comparisons.
const HEADS = /sk-|A[KS]IA|gh[a-z]_|github_pat_|xox[a-z]-|xapp-|eyJ|bearer|:\/\/?/gi;
const PARTIAL_HEADS = ["sk-", "AKIA", "ASIA", "ghp_", "github_pat_", "xoxb-", "xapp-", "eyJ"];
const BEARER_PROSE =
  /^(?:authenticat\w+|authori[sz]\w+|certificates?|credentials?|challenges?|mechanisms?|protocols?|security|semantics|transport|instruments?)[.,/]?$/i;

/** Secrets that betray themselves by how they begin, Bearer tokens and passwords in URLs. */
export function findPrefixShapes(line: Line): Findings {
  const { text } = line;
  const spans: Span[] = [];
  let hold = text.length;
  // Behind a secret a word starts anew, as it will once the secret is replaced.
  let lastEnd = 0;
  // What begins like a web token later in the same run is none either: it lacks the same full stop.
  let noWebTokenBefore = 0;
  HEADS.lastIndex = 0;
  for (let match = HEADS.exec(text); match; match = HEADS.exec(text)) {
    if (match[0] === "eyJ" && match.index < noWebTokenBefore) continue;
    const startsHere = match.index === lastEnd || startsWord(line, match.index);
    const hit = inspect(text, match.index, match[0], startsHere);
    if (!hit) continue;
    if (hit.open) hold = Math.min(hold, hit.start);
    if (!hit.secret && match[0] === "eyJ") noWebTokenBefore = hit.end;
    if (!hit.secret) continue;
    spans.push({ start: hit.start, end: hit.end });
    // A run is walked once: the next head is looked for behind it. This keeps "sk-sk-sk-…" linear. A URL may hold
    // other shapes and ends at "/" at the latest: it is walked twice.
    if (match[0].startsWith(":")) continue;
    HEADS.lastIndex = lastEnd = hit.end;
  }
  return { spans, hold: Math.min(hold, partialHeadStart(line, lastEnd)) };
}

function inspect(text: string, at: number, head: string, startsHere: boolean): Hit | null {
  if (head.startsWith(":")) return urlPassword(text, at, head);
  if (!startsHere) return null;
  if (head.length === 6 && head.toLowerCase() === "bearer") return bearerToken(text, at + 6);
  switch (head.slice(0, 2)) {
    case "sk":
      return run(text, at, at + 3, TOKEN, 16);
    case "AK":
      return run(text, at, at + 4, UPPER | DIGIT, 16);
    case "AS": {
      const hit = run(text, at, at + 4, UPPER | DIGIT, 16);
      return hit.end - at === 20 && /\d/.test(text.slice(at, hit.end)) ? hit : { ...hit, secret: false };
    }
    case "gh":
      return run(text, at, at + 4, WORD, 16);
    case "gi":
      return run(text, at, at + 11, WORD, 16);
    case "xo":
    case "xa":
      return run(text, at, at + 5, ALNUM | HYPHEN, 10);
    case "ey":
      return jsonWebToken(text, at);
    default:
      return null;
  }
}

function run(text: string, start: number, body: number, classes: number, atLeast: number): Hit {
  const end = runEnd(text, body, classes);
  return { start, end, secret: end - body >= atLeast, open: end === text.length };
}

/** header.payload, then up to three more parts (a signature; five parts are an encrypted token). */
function jsonWebToken(text: string, start: number): Hit {
  const header = runEnd(text, start, TOKEN);
  if (text[header] !== "." || header - start < 10)
    return { start, end: header, secret: false, open: header === text.length };
  let end = runEnd(text, header + 1, TOKEN);
  if (end - header < 7) return { start, end, secret: false, open: end === text.length };
  for (let part = 0; part < 3 && text[end] === "."; part += 1) {
    const next = runEnd(text, end + 1, TOKEN);
    // A full stop at the very end may be followed by the signature in the next chunk.
    if (next === end + 1 && next < text.length) break;
    end = next;
  }
  return { start, end, secret: true, open: end === text.length };
}

function bearerToken(text: string, from: number): Hit | null {
  const start = runEnd(text, from, BLANK);
  if (start === from) return null;
  const end = runEnd(text, start, BEARER);
  const token = text.slice(start, Math.min(end, start + 64));
  // As in `Bearer realm="…"`; a token in quotes may end in "=" too.
  const isParameter = text[end] === '"' && /^[a-z_-]{1,24}=$/i.test(token);
  const secret = end - start >= 8 && !isParameter && !BEARER_PROSE.test(token);
  return { start, end, secret, open: end === text.length };
}

/**
 * scheme://user:password@host keeps the user; scheme://token@host hides a user name that looks random. With one slash, as a URL
 * that was taken for a path is written, only a password is looked for.
 */
function urlPassword(text: string, at: number, head: string): Hit | null {
  if (at === 0 || !isIn(text.charCodeAt(at - 1), ALNUM)) return null;
  const user = at + head.length;
  let colon = -1;
  let host = -1;
  let end = user;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 0x2f || code === 0x3c || code === 0x3e || code === 0x5c || isIn(code, BLANK | QUOTE)) break;
    if (code === 0x3a && colon === -1) colon = end;
    else if (code === 0x40) host = end;
  }
  const start = colon === -1 || (host !== -1 && colon > host) ? user : colon + 1;
  const open = end === text.length;
  const password = text.slice(start, Math.min(host, start + 256));
  const isUserName = start === user && (head === ":/" || !/^(?=.*\d)(?=.*[a-z])[\w-]{20,}$/i.test(password));
  const secret = host > start && !isUserName && !/^\d+[?#]/.test(password) && !isPlaceholder(password);
  return { start, end: secret ? host : end, secret, open };
}

/** Letters and digits may not precede a head, except as the end of an escape: `\n`, `%20`, a colour change. */
export function startsWord(line: Line, at: number): boolean {
  const { text } = line;
  const before = text.charCodeAt(at - 1);
  if (at === 0 || !isIn(before, ALNUM)) return true;
  if (text[at - 2] === "\\" && isIn(before, LETTER)) return true;
  if (text[at - 3] === "%" && /^[0-9a-f]{2}$/i.test(text.slice(at - 2, at))) return true;
  return line.startsAfterEscape(at);
}

/** Where the text ends in the beginning of a head, such as "gi" of "github_pat_"; the length if it does not. */
function partialHeadStart(line: Line, lastEnd: number): number {
  const { text } = line;
  for (let start = Math.max(0, text.length - 10); start < text.length; start += 1) {
    const tail = text.slice(start);
    const mayGrow = PARTIAL_HEADS.some((head) => head.startsWith(tail)) || /^(?:gh[a-z]?|xox[a-z]?)$/.test(tail);
    if (mayGrow && (start === lastEnd || startsWord(line, start))) return start;
  }
  return text.length;
}
