/** Follows UTF-8 byte by byte, to tell 0x80-0xbf inside a character from the 8-bit controls of the same numbers. */
export class Utf8Progress {
  #missing = 0;

  /** True if the byte continues a character that was begun. */
  take(byte: number): boolean {
    if (this.#missing > 0 && (byte & 0xc0) === 0x80) {
      this.#missing--;
      return true;
    }
    this.#missing = continuationsAfter(byte);
    return false;
  }
}

function continuationsAfter(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
}
