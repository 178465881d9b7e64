import { WIDE_RANGES } from "./wide-ranges.js";

/**
 * What a code point does to the cells: how wide it is, and whether it can join the character before it.
 * The rules are those of UAX #29 that terminals can follow without looking ahead.
 */
export const enum CharacterClass {
  Narrow = 0,
  Wide = 1,
  /** Combining marks, variation selectors aside, and format characters: never a cell of their own. */
  ZeroWidth = 2,
  ZeroWidthJoiner = 3,
  /** U+FE0F asks for the two-cell emoji form of the character before it. */
  EmojiSelector = 4,
  /** Skin tones: part of the pictograph before them, a wide character otherwise. */
  EmojiModifier = 5,
  RegionalIndicator = 6,
  NarrowPictograph = 7,
  WidePictograph = 8,
}

const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const EMOJI_MODIFIER = /^\p{Emoji_Modifier}$/u;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;

function isWide(codePoint: number): boolean {
  let low = 0;
  let high = WIDE_RANGES.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < WIDE_RANGES[middle * 2]) high = middle - 1;
    else if (codePoint > WIDE_RANGES[middle * 2 + 1]) low = middle + 1;
    else return true;
  }
  return false;
}

/** Vowels and final consonants that complete a Hangul syllable block begun by the cell before. */
function isHangulContinuation(codePoint: number): boolean {
  return (codePoint >= 0x1160 && codePoint <= 0x11ff) || (codePoint >= 0xd7b0 && codePoint <= 0xd7fb);
}

function classify(codePoint: number): CharacterClass {
  if (codePoint === 0x200d) return CharacterClass.ZeroWidthJoiner;
  if (codePoint === 0xfe0f) return CharacterClass.EmojiSelector;
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return CharacterClass.RegionalIndicator;
  // The soft hyphen is a format character that every terminal shows.
  if (codePoint === 0xad) return CharacterClass.Narrow;
  const text = String.fromCodePoint(codePoint);
  if (EMOJI_MODIFIER.test(text)) return CharacterClass.EmojiModifier;
  if (ZERO_WIDTH.test(text) || isHangulContinuation(codePoint)) return CharacterClass.ZeroWidth;
  if (PICTOGRAPH.test(text)) return isWide(codePoint) ? CharacterClass.WidePictograph : CharacterClass.NarrowPictograph;
  return isWide(codePoint) ? CharacterClass.Wide : CharacterClass.Narrow;
}

const UNKNOWN = 255;
const pages = new Map<number, Uint8Array>();

/** Classes are found once and kept in pages of 256, for only few scripts occur in one process. */
export function characterClass(codePoint: number): CharacterClass {
  const key = codePoint >> 8;
  let page = pages.get(key);
  if (page === undefined) {
    page = new Uint8Array(256).fill(UNKNOWN);
    pages.set(key, page);
  }
  const known = page[codePoint & 255];
  return known === UNKNOWN ? (page[codePoint & 255] = classify(codePoint)) : known;
}
