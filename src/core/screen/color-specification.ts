/** Red, green and blue, 8 bits each. */
export type Rgb = number;

/** Names that programs use in practice; the others of X11 are not known. */
const NAMES = new Map<string, Rgb>([
  ["black", 0x000000],
  ["red", 0xff0000],
  ["green", 0x00ff00],
  ["blue", 0x0000ff],
  ["yellow", 0xffff00],
  ["magenta", 0xff00ff],
  ["cyan", 0x00ffff],
  ["white", 0xffffff],
  ["gray", 0xbebebe],
  ["grey", 0xbebebe],
  ["orange", 0xffa500],
  ["brown", 0xa52a2a],
  ["pink", 0xffc0cb],
  ["purple", 0xa020f0],
]);

const packed = (red: number, green: number, blue: number): Rgb => (red << 16) | (green << 8) | blue;

/**
 * What XParseColor reads that programs write: `#` with one to four digits for each part, `rgb:` with one to four, and a few names. Undefined
 * for everything else.
 */
export function parseColor(specification: string): Rgb | undefined {
  const digits = /^#((?:[0-9a-f]{3}){1,4})$/i.exec(specification)?.[1];
  if (digits !== undefined) {
    const length = digits.length / 3;
    // The digits are the upper ones of 16 bits.
    const part = (at: number): number => parseInt(digits.slice(at * length, (at + 1) * length).padEnd(4, "0"), 16) >> 8;
    return packed(part(0), part(1), part(2));
  }
  const parts = /^rgb:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})$/i.exec(specification);
  if (parts === null) return NAMES.get(specification.toLowerCase());
  // Here they are a fraction of as many digits, 16 bits of which the upper ones count.
  const part = (text: string): number => Math.floor((parseInt(text, 16) * 0xffff) / (16 ** text.length - 1)) >> 8;
  return packed(part(parts[1]), part(parts[2]), part(parts[3]));
}

const hex = (part: number): string => part.toString(16).padStart(2, "0").repeat(2);

/** As a terminal answers: `rgb:` and four digits for each part. */
export function colorAnswer(rgb: Rgb): string {
  return `rgb:${hex(rgb >> 16)}/${hex((rgb >> 8) & 255)}/${hex(rgb & 255)}`;
}
