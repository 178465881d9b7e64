import { randomInt } from "node:crypto";
import { ALNUM, DIGIT, HYPHEN, LETTER, LOWER, UNDERSCORE, UPPER, classesOf, isIn } from "./characters.js";
import { mergeSpans, type Span } from "./span.js";

/** A shorter piece of a secret is not known again. */
export const REMEMBERED_CHARS = 12;
/** Hashes of pieces; the oldest half makes room. Some eight private keys, or a hundred tokens. */
const MAX_PIECES = 32_768;
/** A longer text is none that a person would call a secret; its beginning will do. */
const MAX_LEARNED_CHARS = 16_384;
const FILTER_BITS = 16;
/** What a secret is made of; any other character ends a piece. */
const FIRST_CODE = 0x21;
const LAST_CODE = 0x7e;
/** What goes on beside a piece belongs to the same secret. Not "/" and "=": before a secret they end a path or a key. */
const GOES_ON = ALNUM | UNDERSCORE | HYPHEN;

/** Capitals and digits alone, as keys of AWS: each piece of one is telling, though many have next to no digits. */
const CODE = /^(?=.*\d)[A-Z\d]{16,}$/;

// Chosen for each process, so that what is kept tells nothing elsewhere.
const BASE = randomInt(1 << 29, 1 << 30) * 2 + 1;
const OTHER_BASE = randomInt(1 << 29, 1 << 30) * 2 + 1;
const LEAVES = power(BASE, REMEMBERED_CHARS);
const OTHER_LEAVES = power(OTHER_BASE, REMEMBERED_CHARS);

/**
 * Knows secrets again that were found once, in whatever piece of {@link REMEMBERED_CHARS} or more they appear. It keeps hashes of
 * their pieces, not the secrets, and so many at most.
 */
export class SecretMemory {
  readonly #pieces = new Set<number>();
  readonly #filter = new Uint8Array(1 << FILTER_BITS);
  /** Goes up with everything learnt. */
  version = 0;

  get isEmpty(): boolean {
    return this.#pieces.size === 0;
  }

  /** Remembers the pieces of a secret that are telling: words and names in it are found in ordinary text too. */
  learn(secret: string): void {
    const { size } = this.#pieces;
    const text = secret.slice(0, MAX_LEARNED_CHARS);
    const isCode = CODE.test(text);
    eachPiece(text, (end, hash, key) => {
      if (this.#pieces.has(key) || !(isCode || isTelling(text, end - REMEMBERED_CHARS))) return;
      this.#pieces.add(key);
      this.#filter[hash >>> (32 - FILTER_BITS)] = 1;
    });
    if (this.#pieces.size === size) return;
    this.version += 1;
    if (this.#pieces.size > MAX_PIECES) this.#forgetOldest();
  }

  /** Where remembered pieces stand, each with what goes on beside it. */
  find(text: string): Span[] {
    if (this.isEmpty) return [];
    const found: Span[] = [];
    let covered = 0;
    eachPiece(text, (end, hash, key) => {
      if (end <= covered || this.#filter[hash >>> (32 - FILTER_BITS)] === 0 || !this.#pieces.has(key)) return;
      let start = end - REMEMBERED_CHARS;
      while (start > covered && isIn(text.charCodeAt(start - 1), GOES_ON)) start -= 1;
      covered = end;
      while (covered < text.length && isIn(text.charCodeAt(covered), GOES_ON)) covered += 1;
      found.push({ start, end: covered });
    });
    return mergeSpans(found);
  }

  #forgetOldest(): void {
    let left = this.#pieces.size - MAX_PIECES / 2;
    for (const key of this.#pieces) {
      if (left-- <= 0) break;
      this.#pieces.delete(key);
    }
    // A bit that is set for nothing costs a look, no more.
  }
}

/** Rolls two hashes over all pieces: `end` is where one ends, `key` is both hashes as one number. */
function eachPiece(text: string, visit: (end: number, hash: number, key: number) => void): void {
  let hash = 0;
  let other = 0;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < FIRST_CODE || code > LAST_CODE) {
      hash = other = length = 0;
      continue;
    }
    hash = (Math.imul(hash, BASE) + code) | 0;
    other = (Math.imul(other, OTHER_BASE) + code) | 0;
    length += 1;
    if (length > REMEMBERED_CHARS) {
      const leaving = text.charCodeAt(at - REMEMBERED_CHARS);
      hash = (hash - Math.imul(LEAVES, leaving)) | 0;
      other = (other - Math.imul(OTHER_LEAVES, leaving)) | 0;
    }
    if (length >= REMEMBERED_CHARS) visit(at + 1, hash, (hash >>> 0) * 0x10_0000 + (other >>> 12));
  }
}

/** Letters and digits in a jumble, or capitals and small letters in a greater one: no word is like that. */
function isTelling(text: string, start: number): boolean {
  let seen = 0;
  let changes = 0;
  let before = 0;
  for (let at = start; at < start + REMEMBERED_CHARS; at += 1) {
    const kind = classesOf(text.charCodeAt(at)) & (UPPER | LOWER | DIGIT);
    if (kind !== before) changes += 1;
    before = kind;
    seen |= kind;
  }
  if ((seen & LETTER) === 0) return false;
  return (seen & DIGIT) !== 0 ? changes >= 4 : (seen & UPPER) !== 0 && (seen & LOWER) !== 0 && changes >= 6;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i += 1) result = Math.imul(result, base);
  return result;
}
