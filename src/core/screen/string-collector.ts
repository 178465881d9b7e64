/** Titles, links and colour queries fit; what is longer (images, clipboards) has no meaning here and is dropped. */
const MAX_STRING_BYTES = 4_096;

/** Keeps the payload of a string sequence, bounded however long the child makes it. */
export class StringCollector {
  #bytes: Uint8Array | undefined;
  #length = 0;
  #isTooLong = false;

  start(): void {
    this.#length = 0;
    this.#isTooLong = false;
  }

  append(source: Uint8Array, start: number, end: number): void {
    if (this.#isTooLong || start === end) return;
    if (this.#length + end - start > MAX_STRING_BYTES) {
      this.#isTooLong = true;
      return;
    }
    this.#bytes ??= new Uint8Array(MAX_STRING_BYTES);
    this.#bytes.set(source.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  /** The payload, or undefined if it was over the limit. */
  finish(): Uint8Array | undefined {
    if (this.#isTooLong) return undefined;
    return this.#bytes?.subarray(0, this.#length) ?? new Uint8Array(0);
  }
}
