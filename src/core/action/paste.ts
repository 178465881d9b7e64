const START = "\x1b[200~";
const END = "\x1b[201~";

// Everything some parser might take for the end marker: the 7-bit and the 8-bit introducer; leading zeros and further
// parameters, which parsers by number ignore; control characters in between, which a VT parser carries out without
// leaving the sequence (not ESC, CAN and SUB: those end it).
const C = "[\\x00-\\x17\\x19\\x1c-\\x1f\\x7f]";
const PARAMETERS = "[\\x00-\\x17\\x19\\x1c-\\x1f\\x7f0-9;:]";
const END_MARKER = new RegExp(
  `(?:\\x1b(${C}*\\[)|\\u009b)(?=(?:${C}|0)*2${C}*0${C}*1${C}*(?:[;:]${PARAMETERS}*)?~)`,
  "g",
);

/** Text as it goes to the terminal for a plain paste: unchanged, newlines included. */
export function encodePaste(text: string): string {
  return text;
}

/**
 * Text between the bracketed paste markers. An end marker inside it would let the rest be taken for typed keys, so its
 * escape character becomes U+241B, the visible symbol for escape. Putting a character in, where taking one out would join
 * what stands around it, means that no new marker can come into being.
 */
export function encodeBracketedPaste(text: string): string {
  return START + text.replace(END_MARKER, (_, rest: string | undefined) => `\u241b${rest ?? "["}`) + END;
}
