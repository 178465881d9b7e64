import { WIDE_RANGES } from "./wide-ranges.js";

/**
 * What a code point does to the cells: how wide it is, and whether it can join the character before it.
 * The rules are those of UAX #29 that terminals can follow without looking ahead.
 */
export const enum CharacterClass {
  // The first four take a cell of their own, or two if they are odd.
  Narrow = 0,
  Wide = 1,
  NarrowPictograph = 2,
  WidePictograph = 3,
  /** Combining marks, variation selectors aside, and format characters: never a cell of their own. */
  ZeroWidth = 4,
  ZeroWidthJoiner = 5,
  /** U+FE0F asks for the two-cell emoji form of the character before it. */
  EmojiSelector = 6,
  /** Skin tones: part of the pictograph before them, a wide character otherwise. */
  EmojiModifier = 7,
  RegionalIndicator = 8,
}

const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const EMOJI_MODIFIER = /^\p{Emoji_Modifier}$/u;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;

/** Prepended_Concatenation_Mark of Unicode 17, which no regex can ask for. */
const PREPENDED: ReadonlySet<number> = new Set([
  0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd,
]);

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
  // Format characters that every terminal shows: the soft hyphen, and the signs that Arabic and its like put before numbers.
  if (codePoint === 0xad || PREPENDED.has(codePoint)) return CharacterClass.Narrow;
  // The filler of a leading consonant stands where one would, in two cells.
  if (codePoint === 0x115f) return CharacterClass.Wide;
  const text = String.fromCodePoint(codePoint);
  if (EMOJI_MODIFIER.test(text)) return CharacterClass.EmojiModifier;
  if (ZERO_WIDTH.test(text) || isHangulContinuation(codePoint)) return CharacterClass.ZeroWidth;
  if (PICTOGRAPH.test(text)) return isWide(codePoint) ? CharacterClass.WidePictograph : CharacterClass.NarrowPictograph;
  return isWide(codePoint) ? CharacterClass.Wide : CharacterClass.Narrow;
}

const UNKNOWN = 255;
/** The planes of all scripts and pictographs. */
const known = new Uint8Array(0x20000).fill(UNKNOWN);
known.fill(CharacterClass.Narrow, 0x20, 0x7f);

/** Found once for each code point, except beyond the planes where almost all are. */
export function characterClass(codePoint: number): CharacterClass {
  if (codePoint >= known.length) return isIdeograph(codePoint) ? CharacterClass.Wide : classify(codePoint);
  const found = known[codePoint];
  return found === UNKNOWN ? (known[codePoint] = classify(codePoint)) : found;
}

/** The planes of rare ideographs, but for their last two code points. */
const isIdeograph = (codePoint: number): boolean => codePoint < 0x40000 && (codePoint & 0xffff) < 0xfffe;
