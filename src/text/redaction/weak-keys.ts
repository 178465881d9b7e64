import { DIGIT, LETTER, LOWER, UPPER, classesOf } from "./characters.js";

/**
 * Keys that often name a secret, but other things as well: a working directory, the key of a table. What is assigned to them is
 * one only if it looks like it. The separator is ":" or "=".
 */
export const WEAK_KEY_WORDS = [
  ...["pwd", "[_-]pass", "(?:db|smtp|ftp|user|root|admin|mysql|redis|ldap|mail)pass"],
  ...["[_-]key", "(?:account|auth|app|master|signing|encryption|subscription|client|session)key", "key[_-]data"],
  ...["credentials?", "[_-]creds?", "auth", "sig", "sess(?:ion)?[_-]?id"],
].join("|");

const PASSWORD = /p(?:wd|ass)$/i;
const PATH = /^(?:[~./\\$%]|[A-Za-z]:[\\/])/;
const OF_NO_SECRET = /(?:pub(?:lic)?|cache|primary|foreign|sort|partition|idempotency|object|integrity)[_-]?key$/i;
const HEXADECIMAL = /^[0-9a-f]{24,}$/i;
const MIN_CHARS = 16;
/** Of all characters, how many differ in kind from the one before: words and names have long stretches of one kind. */
const MIN_CHANGES = 0.3;

/** Whether the value of such a key is a secret. `word` is all of the word that ends in the key, `before` what stands in front of it. */
export function isSecretOfWeakKey(word: string, before: string, value: string, isPlain: boolean): boolean {
  if (PASSWORD.test(word)) return value.length >= 4 && !PATH.test(value) && (isPlain || looksRandom(value, 8));
  if (OF_NO_SECRET.test(word)) return false;
  if (/^sig$/i.test(word) && !/(?:[?&;]|%26)$/.test(before)) return false;
  return looksRandom(value, MIN_CHARS);
}

/** Letters and digits in a jumble. */
export function looksRandom(value: string, minChars: number): boolean {
  if (value.length < minChars || /\s/.test(value)) return false;
  let seen = 0;
  let changes = 0;
  let before = 0;
  for (let at = 0; at < value.length; at += 1) {
    const kind = classesOf(value.charCodeAt(at)) & (UPPER | LOWER | DIGIT);
    if (kind !== before) changes += 1;
    before = kind;
    seen |= kind;
  }
  if ((seen & DIGIT) === 0 || (seen & LETTER) === 0) return false;
  return HEXADECIMAL.test(value) || changes >= value.length * MIN_CHANGES;
}
