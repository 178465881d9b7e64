import { ALNUM, BLANK, QUOTE, TOKEN, WORD, isIn, runEnd } from "./characters.js";
import { LeftContext } from "./left-context.js";
import type { Findings } from "./prefix-shapes.js";
import { ATOM, type Span } from "./span.js";
import { WEAK_KEY_WORDS, isSecretOfWeakKey } from "./weak-keys.js";
import { isSecretLiteral, isSecretWord, type ValueContext } from "./value-verdict.js";

/** A key that is, or ends in, one of these words. No quantifier: every position costs a bounded number of steps. */
const STRONG_KEY_WORDS =
  "token|secret|passw(?:or)?d|passphrase|authorization|api[ _-]?key|(?:access|secret|private)[_-]?key";
/** What may stand between a key and its sign: a closing quote or bracket, blanks. */
const BEFORE_SIGN = "(?:\\\\*[\"'`]|%22)?\\]?\\*{0,2}[ \\t]*";
const SIGN_AHEAD = `${BEFORE_SIGN}(?:[:=]|\\?=|%3[aAdD])`;
/** In any case: spelled out, since a pattern that ignores the case takes nearly twice as long. */
const STRONG = anyCase(STRONG_KEY_WORDS);
const WEAK = anyCase(WEAK_KEY_WORDS);
/**
 * The runs of backslashes and blanks start at the end of a key and hold no key, so no character is looked at for more than one key:
 * linear.
 */
const KEYS = new RegExp(`(?:${STRONG})(?=${SIGN_AHEAD}|[ \\t])|(?:${WEAK})(?=${SIGN_AHEAD})`, "g");
/**
 * Finds lines with a key quickly, from its sign on: signs are rare in ordinary text, letters are not. Looking back from a sign ends
 * at the sign before it at the latest: linear.
 */
export const SIGN_OF_KEY = `[:=](?<=(?:${STRONG}|${WEAK})${BEFORE_SIGN}\\??[:=])|%3[aAdD]|-[A-Za-z][\\w-]{0,46}[ \\t](?<=(?:${STRONG})[ \\t])`;
const STRONG_KEY = new RegExp(`^(?:${STRONG_KEY_WORDS})$`, "i");
const SCHEME = /^(basic|bearer|token|apikey|negotiate|ntlm|digest|hawk|oauth|aws4-hmac-sha256)[ \t]+/i;
/** These are followed by one word; the others by a list up to the end of the line. */
const ONE_WORD_SCHEME = /^(?:basic|bearer|token|apikey|negotiate|ntlm)$/i;
/** Enough to judge any value; the rest of a longer one is only walked once it is known to be redacted. */
const JUDGED_CHARS = 128;

interface Separator {
  readonly kind: ValueContext["separator"];
  readonly attached: boolean;
  readonly encoded: boolean;
  readonly valueStart: number;
}

/** Whether the beginning of a value may be a secret under its key. */
type Suits = (start: number, judged: string) => boolean;

interface Value {
  readonly start: number;
  readonly end: number;
  readonly secret: boolean;
}

/** Values assigned to keys that name a secret. The key, the separator and the quotes stay. */
export function findAssignments(text: string): Findings {
  const spans: Span[] = [];
  const reader = new AssignmentReader(text);
  let hold = text.length;
  KEYS.lastIndex = 0;
  for (let match = KEYS.exec(text); match; match = KEYS.exec(text)) {
    reader.touchedEnd = false;
    const value = reader.read(match.index, match.index + match[0].length, STRONG_KEY.test(match[0]));
    if (!value) continue;
    if (reader.touchedEnd) hold = Math.min(hold, value.start);
    if (!value.secret || value.end <= value.start) continue;
    spans.push({ start: value.start, end: value.end });
    reader.left.skipTo(value.end);
    KEYS.lastIndex = value.end;
  }
  return { spans, hold };
}

class AssignmentReader {
  readonly left: LeftContext;
  /** Whether the answer depended on where the text ends. */
  touchedEnd = false;

  constructor(private readonly text: string) {
    this.left = new LeftContext(text);
  }

  read(keyStart: number, keyEnd: number, isStrong: boolean): Value | null {
    const separator = this.#separator(keyStart, keyEnd);
    if (!separator) return null;
    const { valueStart } = separator;
    if (valueStart >= this.text.length) return null;
    this.left.advance(valueStart);
    // Judged before its end is looked for: of many keys that name no secret, each would walk over the rest of the line.
    const suits = (start: number, judged: string): boolean =>
      isStrong || this.#suitsWeakKey(keyStart, keyEnd, start, judged);
    const opening = this.#openingQuote(valueStart);
    if (opening) return this.#quoted(opening.contentStart, opening.quote, opening.backslashes, suits);
    if (separator.kind === "arrow") return null;
    return this.#unquoted(keyStart, keyEnd, separator, suits);
  }

  #suitsWeakKey(keyStart: number, keyEnd: number, start: number, judged: string): boolean {
    const { before, word } = this.#wordBefore(keyStart, keyEnd);
    const isEnvironment = /^[A-Z][A-Z0-9_]*$/.test(word);
    const isPlain = isEnvironment || isIn(this.text.charCodeAt(start - 1), QUOTE) || this.text[start - 1] === "=";
    return isSecretOfWeakKey(word, before, judged, isPlain);
  }

  /** The code unit at `index`; -1 at the end, which is remembered. */
  #at(index: number): number {
    if (index < this.text.length) return this.text.charCodeAt(index);
    this.touchedEnd = true;
    return -1;
  }

  #separator(keyStart: number, keyEnd: number): Separator | null {
    const { text } = this;
    let at = keyEnd;
    if (text.startsWith("%22", at)) at += 3;
    else {
      const quote = skip(text, at, "\\");
      if (isIn(text.charCodeAt(quote), QUOTE)) at = quote + 1;
    }
    if (text[at] === "]") at += 1;
    at = skip(text, at, "*");
    const sign = runEnd(text, at, BLANK);
    let kind: Separator["kind"];
    let after = sign + 1;
    let encoded = false;
    if (text[sign] === "?" && text[sign + 1] === "=") {
      kind = "equals";
      after = sign + 2;
    } else if (text[sign] === "=") {
      if (text[after] === "=" || text[after] === "~") return null;
      kind = text[after] === ">" ? "arrow" : "equals";
      if (kind === "arrow") after += 1;
    } else if (text[sign] === ":") {
      if (text[after] === ":") return null;
      kind = text[after] === "=" ? "equals" : "colon";
      if (kind === "equals") after += 1;
    } else if (/^%3[ad]/i.test(text.slice(sign, sign + 3))) {
      kind = text[sign + 2]?.toLowerCase() === "d" ? "equals" : "colon";
      after = sign + 3;
      encoded = true;
    } else {
      // "--password hunter2": one blank; two or more are the columns of a help text.
      if (sign !== keyEnd + 1 || at !== keyEnd || !isFlag(text, keyStart)) return null;
      return { kind: "flag", attached: false, encoded, valueStart: sign };
    }
    const valueStart = runEnd(text, skip(text, after, "*"), BLANK);
    return { kind, attached: sign === at && valueStart === after, encoded, valueStart };
  }

  /** An opening quote at `index`, perhaps escaped as in JSON inside JSON, perhaps with a prefix as in Python. */
  #openingQuote(index: number): { contentStart: number; quote: string; backslashes: number } | null {
    const { text } = this;
    if (text.startsWith("%22", index)) return { contentStart: index + 3, quote: "%22", backslashes: 0 };
    let at = skip(text, index, "\\");
    const backslashes = at - index;
    if (backslashes === 0) at += /^[rbuflRBUFL@$]{0,2}(?=["'`])/.exec(text.slice(at, at + 3))?.[0].length ?? 0;
    if (!isIn(text.charCodeAt(at), QUOTE)) return null;
    const quote = text.startsWith(text[at].repeat(3), at) ? text[at].repeat(3) : text[at];
    return { contentStart: at + quote.length, quote, backslashes };
  }

  #quoted(start: number, quote: string, backslashes: number, suits: Suits): Value {
    const { text } = this;
    const next = this.#at(start);
    // In `"token=" + value` the quote behind "=" closes: one of its kind is open, and no word follows.
    if (this.left.isOpen(quote, backslashes > 0) && !isIn(next, ALNUM)) return { start, end: start, secret: false };
    let end = start;
    for (;;) {
      end = text.indexOf(quote, end);
      if (end === -1) {
        end = text.length;
        this.touchedEnd = true;
        break;
      }
      let before = end;
      while (before > start && text[before - 1] === "\\") before -= 1;
      const escapes = end - before;
      if (backslashes === 0 ? escapes % 2 === 0 : escapes <= backslashes) {
        end = backslashes === 0 ? end : before;
        break;
      }
      end += 1;
    }
    const content = text.slice(start, Math.min(end, start + JUDGED_CHARS));
    const scheme = SCHEME.exec(content)?.[0].length ?? 0;
    const value = content.slice(scheme);
    return { start: start + scheme, end, secret: isSecretLiteral(value) && suits(start + scheme, value) };
  }

  #unquoted(keyStart: number, keyEnd: number, separator: Separator, suits: Suits): Value {
    const { text } = this;
    let start = separator.valueStart;
    const scheme = this.#scheme(text.slice(keyStart, keyEnd), separator);
    if (scheme) {
      start += scheme[0].length;
      if (start >= text.length) this.touchedEnd = true;
      if (!ONE_WORD_SCHEME.test(scheme[1])) {
        if (!suits(start, text.slice(start, start + JUDGED_CHARS))) return { start, end: start, secret: false };
        const end = this.#listEnd(start);
        return { start, end, secret: isSecretLiteral(text.slice(start, Math.min(end, start + JUDGED_CHARS))) };
      }
    }
    if (/[([{]/.test(text[start] ?? "")) return { start, end: start, secret: false };
    let end = this.#valueEnd(start, separator.encoded, start + JUDGED_CHARS);
    const judged = text.slice(start, end);
    let secret: boolean;
    if (scheme) secret = isSecretLiteral(judged);
    else secret = isSecretWord(judged, this.#context(keyStart, keyEnd, separator, end));
    secret &&= suits(start, judged);
    if (secret && end === start + JUDGED_CHARS) end = this.#valueEnd(end, separator.encoded, Infinity);
    return { start, end, secret };
  }

  /** "Basic ", "Bearer " and their like in front of a value; they stay. */
  #scheme(key: string, { kind, valueStart }: Separator): RegExpExecArray | null {
    if (kind === "flag") return null;
    const scheme = SCHEME.exec(this.text.slice(valueStart, valueStart + 40));
    return scheme?.[1]!.toLowerCase() === "token" && !/authorization$/i.test(key) ? null : scheme;
  }

  #context(keyStart: number, keyEnd: number, separator: Separator, end: number): ValueContext {
    const { text } = this;
    const { before, word } = this.#wordBefore(keyStart, keyEnd);
    const next = this.#at(end);
    let after = end;
    while (isIn(this.#at(after), BLANK)) after += 1;
    return {
      separator: separator.kind,
      attached: separator.attached,
      key: word,
      before,
      next: next === -1 ? "" : text[end],
      isLastOnLine: this.#at(runEnd(text, end + 1, BLANK)) === -1,
      endsLine: after >= text.length || (after > end && text[after] === "#"),
      insideParentheses: this.left.insideParentheses,
    };
  }

  /** The whole word that ends in the key, and what stands in front of it. */
  #wordBefore(keyStart: number, keyEnd: number): { readonly word: string; readonly before: string } {
    const { text } = this;
    const from = Math.max(0, keyStart - 64);
    let wordStart = keyStart;
    while (wordStart > from && isIn(text.charCodeAt(wordStart - 1), WORD)) wordStart -= 1;
    return { word: text.slice(wordStart, keyEnd), before: text.slice(from, wordStart) };
  }

  /** Up to a blank, a quote or a delimiter that is not part of the value. Ambiguous characters count as value. */
  #valueEnd(start: number, encoded: boolean, limit: number): number {
    const { text } = this;
    for (let at = start; at < limit; at += 1) {
      const code = this.#at(at);
      if (code <= 0x20) return at;
      const character = text[at];
      if (encoded && character === "%" && /^(?:26|22|2c|7d)/i.test(text.slice(at + 1, at + 3))) return at;
      if (character === "\\" && isIn(this.#at(skip(text, at, "\\")), QUOTE)) return at;
      if (isIn(code, QUOTE) && (this.left.isOpen(character, false) || !isIn(this.#at(at + 1), ALNUM))) return at;
      // The host of a URL whose password was found before.
      if (character === "@" && text[at - 1] === ATOM) return at;
      if (character === "<" && this.#at(at + 1) === 0x2f) return at;
      if (",;&|)]}>".includes(character) && this.#isDelimiter(at)) return at;
    }
    return limit;
  }

  #isDelimiter(at: number): boolean {
    const { text } = this;
    const next = this.#at(at + 1);
    if (next <= 0x20 || isIn(next, QUOTE) || ",;&|)]}>\\<".includes(text[at + 1])) return true;
    if (!",;&|".includes(text[at])) return false;
    if (text.startsWith("&amp;", at)) return true;
    let name = at + 1;
    while (name - at < 64 && isIn(this.#at(name), TOKEN)) name += 1;
    const sign = this.#at(name);
    return name > at + 1 && (sign === 0x3d || sign === 0x3a);
  }

  #listEnd(start: number): number {
    const { text } = this;
    for (let at = start; ; at += 1) {
      const code = this.#at(at);
      if (code === -1) return text.trimEnd().length;
      // Quotes inside a list (realm="x") follow "="; one that does not closes what the header stands in.
      if (isIn(code, QUOTE) && this.left.isOpen(text[at], false)) return at;
    }
  }
}

/** Whether the key is the end of a command line option. */
function isFlag(text: string, keyStart: number): boolean {
  let start = keyStart;
  while (start > 0 && keyStart - start < 48 && isIn(text.charCodeAt(start - 1), TOKEN)) start -= 1;
  return text[start] === "-" && (start === 0 || !isIn(text.charCodeAt(start - 1), ALNUM));
}

function skip(text: string, from: number, character: string): number {
  let at = from;
  while (text[at] === character) at += 1;
  return at;
}

/** Every letter of a pattern in both cases; inside brackets it has none. */
export function anyCase(pattern: string): string {
  return pattern.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
