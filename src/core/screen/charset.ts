/** DEC Special Graphics for 0x5f-0x7e: the line-drawing set that `ESC ( 0` selects. */
const DEC_GRAPHICS = " ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";
const DEC_GRAPHICS_FIRST = 0x5f;

export type Charset = "ascii" | "dec_graphics" | "uk";

/** The set that the final byte of a designation means. National sets other than the British are taken as ASCII. */
export function charsetOf(final: string): Charset {
  return final === "0" ? "dec_graphics" : final === "A" ? "uk" : "ascii";
}

export function translate(charset: Charset, codePoint: number): number {
  if (charset === "uk") return codePoint === 0x23 ? 0xa3 : codePoint;
  if (charset === "dec_graphics" && codePoint >= DEC_GRAPHICS_FIRST && codePoint <= 0x7e)
    return DEC_GRAPHICS.charCodeAt(codePoint - DEC_GRAPHICS_FIRST);
  return codePoint;
}

/** G0-G3 and which of them is in use. */
export class Charsets {
  readonly slots: Charset[] = ["ascii", "ascii", "ascii", "ascii"];
  active = 0;
  /** Set by SS2 and SS3 for the next character only. */
  single: number | undefined;

  /** True while ASCII bytes can be stored as they are. */
  get isPlain(): boolean {
    return this.single === undefined && this.slots[this.active] === "ascii";
  }

  translate(codePoint: number): number {
    const slot = this.single ?? this.active;
    this.single = undefined;
    return translate(this.slots[slot], codePoint);
  }

  copyFrom(other: Charsets): void {
    for (let i = 0; i < this.slots.length; i++) this.slots[i] = other.slots[i];
    this.active = other.active;
    this.single = undefined;
  }
}
