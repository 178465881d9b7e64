/** Character classes as bits of one table: a run is measured without regular expressions, in one pass. */
export const DIGIT = 1;
export const UPPER = 2;
export const LOWER = 4;
export const UNDERSCORE = 8;
export const HYPHEN = 16;
/** What a bearer token may hold besides letters, digits, "-" and "_" (RFC 6750, b64token). */
export const BEARER_PUNCTUATION = 32;
export const BLANK = 64;
export const QUOTE = 128;
/** The digits of small hexadecimal numbers. */
export const HEX = 256;
export const DOT = 512;
/** What base64 has besides letters and digits. */
export const BASE64_PUNCTUATION = 1024;
/** What may stand in the hash of a password: salt, cost and digest are parted by "$", parameters by ",". */
export const HASH_PUNCTUATION = 2048;

export const LETTER = UPPER | LOWER;
export const ALNUM = LETTER | DIGIT;
export const WORD = ALNUM | UNDERSCORE;
export const TOKEN = WORD | HYPHEN;
export const BEARER = TOKEN | BEARER_PUNCTUATION;
export const BASE64 = ALNUM | BASE64_PUNCTUATION;

const table = new Uint16Array(128);
const mark = (characters: string, bit: number): void => {
  for (const character of characters) table[character.charCodeAt(0)] |= bit;
};
mark("0123456789", DIGIT);
mark("ABCDEFGHIJKLMNOPQRSTUVWXYZ", UPPER);
mark("abcdefghijklmnopqrstuvwxyz", LOWER);
mark("_", UNDERSCORE);
mark("-", HYPHEN);
mark(".~+/=", BEARER_PUNCTUATION);
mark("0123456789abcdef", HEX);
mark(".", DOT);
mark("+/=", BASE64_PUNCTUATION);
mark("$./=,+", HASH_PUNCTUATION);
mark(" \t", BLANK);
mark("\"'`", QUOTE);

/** Whether the code unit belongs to one of the classes; -1 (end of text) belongs to none. */
export function isIn(code: number, classes: number): boolean {
  return code >= 0 && code < 128 && (table[code] & classes) !== 0;
}

/** All classes of the code unit. */
export function classesOf(code: number): number {
  return code < 128 ? table[code] : 0;
}

/** End of the run of characters of these classes that starts at `from`. */
export function runEnd(text: string, from: number, classes: number): number {
  let at = from;
  while (at < text.length && isIn(text.charCodeAt(at), classes)) at += 1;
  return at;
}
