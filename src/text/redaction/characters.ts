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

export const LETTER = UPPER | LOWER;
export const ALNUM = LETTER | DIGIT;
export const WORD = ALNUM | UNDERSCORE;
export const TOKEN = WORD | HYPHEN;
export const BEARER = TOKEN | BEARER_PUNCTUATION;

const table = new Uint8Array(128);
const mark = (characters: string, bit: number): void => {
  for (const character of characters) table[character.charCodeAt(0)] |= bit;
};
mark("0123456789", DIGIT);
mark("ABCDEFGHIJKLMNOPQRSTUVWXYZ", UPPER);
mark("abcdefghijklmnopqrstuvwxyz", LOWER);
mark("_", UNDERSCORE);
mark("-", HYPHEN);
mark(".~+/=", BEARER_PUNCTUATION);
mark(" \t", BLANK);
mark("\"'`", QUOTE);

/** Whether the code unit belongs to one of the classes; -1 (end of text) belongs to none. */
export function isIn(code: number, classes: number): boolean {
  return code >= 0 && code < 128 && (table[code] & classes) !== 0;
}

/** End of the run of characters of these classes that starts at `from`. */
export function runEnd(text: string, from: number, classes: number): number {
  let at = from;
  while (at < text.length && isIn(text.charCodeAt(at), classes)) at += 1;
  return at;
}
