/** More parameters than any sequence in use; further ones are ignored. */
const MAX_PARAMS = 32;
/** As much as a window has of anything; keeps sums far from overflow. */
const MAX_VALUE = 99_999;
/** A parameter that was left out. */
const OMITTED = -1;

/** The numbers of a control sequence, `38:2:1:2:3` sub-parameters included. */
export class Params {
  readonly #values = new Int32Array(MAX_PARAMS);
  /** 1 where the parameter was separated from the one before it by a colon. */
  readonly #isSub = new Uint8Array(MAX_PARAMS);
  length = 0;
  /** A colon was among the separators. */
  hasSub = false;
  #isFull = false;

  reset(): void {
    this.length = 1;
    this.#values[0] = OMITTED;
    this.#isSub[0] = 0;
    this.hasSub = false;
    this.#isFull = false;
  }

  /** Nothing was given yet, so that a private prefix may still come. */
  get isUntouched(): boolean {
    return this.length === 1 && this.#values[0] === OMITTED;
  }

  digit(value: number): void {
    if (this.#isFull) return;
    const at = this.length - 1;
    const before = this.#values[at];
    this.#values[at] = before === OMITTED ? value : Math.min(MAX_VALUE, before * 10 + value);
  }

  separate(isSub: boolean): void {
    if (isSub) this.hasSub = true;
    if (this.length === MAX_PARAMS) {
      this.#isFull = true;
      return;
    }
    this.#values[this.length] = OMITTED;
    this.#isSub[this.length++] = isSub ? 1 : 0;
  }

  /** Takes digits and semicolons from `start` on; returns where something else stands. */
  scan(bytes: Uint8Array, start: number, end: number): number {
    if (this.#isFull) return start;
    const values = this.#values;
    let { length } = this;
    let value = values[length - 1];
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (byte >= 0x30 && byte <= 0x39) {
        value = value === OMITTED ? byte - 0x30 : value * 10 + byte - 0x30;
        if (value > MAX_VALUE) value = MAX_VALUE;
      } else if (byte === 0x3b && length < MAX_PARAMS) {
        values[length - 1] = value;
        this.#isSub[length++] = 0;
        value = OMITTED;
      } else break;
    }
    values[length - 1] = value;
    this.length = length;
    return at;
  }

  isSub(at: number): boolean {
    return at < this.length && this.#isSub[at] === 1;
  }

  /** The value, or `otherwise` where it was left out. */
  get(at: number, otherwise: number): number {
    const value = at < this.length ? this.#values[at] : OMITTED;
    return value === OMITTED ? otherwise : value;
  }

  /** For counts, where 0 means 1. */
  count(at: number): number {
    return Math.max(1, this.get(at, 1));
  }
}
