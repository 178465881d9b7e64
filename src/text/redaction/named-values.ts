import { BLANK, isIn, runEnd } from "./characters.js";
import { isPlaceholder } from "./placeholders.js";
import type { Findings } from "./prefix-shapes.js";
import { ATOM, type Span } from "./span.js";

const COOKIE = /(set-)?cookie2?["']?:[ \t]*["']?/gi;
const PAIR = /([\w!#$%&*+.^`|~-]{1,128})=([^;,"'\s\\]*)/y;
/** machine HOST login NAME password WORD, with an account or not. Each part is bounded: linear. */
const NETRC = /\b(?:machine|login|account|default)[ \t]{1,8}[^\s"']{1,128}[ \t]{1,8}(?:password|passwd)[ \t]{1,8}/g;
/** As netrc is written over several lines. */
const NETRC_LINE = /^[ \t]{1,16}password[ \t]{1,8}(?=\S*[ \t]*$)/;
const PASSWORD_ALONE = /^(?=.{6})\S*[\d!@#%^&*+=]/;
/** Shorter values of cookies are settings: theme, language. */
const MIN_COOKIE_CHARS = 6;

/** Values that a name before them gives away, without ":" or "=" between: cookies, and the password of a netrc entry. */
export function findNamedValues(text: string): Findings {
  const spans: Span[] = [];
  let hold = text.length;
  const take = (start: number, end: number, atLeast: number): void => {
    if (end === text.length) hold = Math.min(hold, start);
    const value = text.slice(start, Math.min(end, start + 128));
    if (end - start >= atLeast && !value.startsWith(ATOM) && !isPlaceholder(value)) spans.push({ start, end });
  };
  COOKIE.lastIndex = 0;
  for (let match = COOKIE.exec(text); match; match = COOKIE.exec(text)) {
    let at = match.index + match[0].length;
    for (;;) {
      PAIR.lastIndex = at;
      const pair = PAIR.exec(text);
      if (!pair) break;
      at = PAIR.lastIndex;
      take(at - pair[2].length, at, MIN_COOKIE_CHARS);
      // Behind the first pair of Set-Cookie stand attributes.
      if (match[1] !== undefined || text[at] !== ";") break;
      at = runEnd(text, at + 1, BLANK);
    }
    COOKIE.lastIndex = Math.max(at, match.index + match[0].length);
  }
  NETRC.lastIndex = 0;
  for (let match = NETRC.exec(text); match; match = NETRC.exec(text))
    take(NETRC.lastIndex, wordEnd(text, NETRC.lastIndex), 1);
  const line = NETRC_LINE.exec(text);
  // Without a digit or a sign it is rather the next word of a sentence.
  if (line) {
    take(line[0].length, text.trimEnd().length, PASSWORD_ALONE.test(text.slice(line[0].length)) ? 1 : Infinity);
    hold = Math.min(hold, line[0].length);
  }
  return { spans, hold };
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isIn(text.charCodeAt(end), BLANK) && text.charCodeAt(end) > 0x20) end += 1;
  return end;
}
