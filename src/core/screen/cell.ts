/**
 * A cell's content in one 32-bit word: a code point, or the number of a cluster among the screen's `clusters`, and flags.
 * 0 is a cell that nothing was printed into, which is not the same as a printed space.
 */
export const CONTENT_MASK = 0x1fffff;
/** The first half of a character that takes two cells. */
export const WIDE = 1 << 21;
/** The second half of it; holds no text of its own. */
export const CONTINUATION = 1 << 22;
/** The content is the number of a cluster. */
export const CLUSTER = 1 << 23;
/** Guarded by DECSCA against selective erase. */
export const PROTECTED = 1 << 24;

export const BLANK = 0;
