const EMPTY = Buffer.alloc(0);
const FIRST_CAPACITY = 512;

/**
 * The beginning of a frame whose end has not come. It grows by doubling: a list of chunks would cost a Buffer object
 * for each byte of a client that sends single ones, some hundred times what it sent.
 */
export class HeldBytes {
  readonly #limit: number;
  #memory = EMPTY;
  #length = 0;

  /** The caller never appends beyond `limit`. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  append(chunk: Buffer, start: number, end: number): void {
    const needed = this.#length + end - start;
    if (needed > this.#memory.length) this.#grow(needed);
    chunk.copy(this.#memory, this.#length, start, end);
    this.#length = needed;
  }

  /** What is held and this after it, as one; a copy only if something was held. Holds nothing any more. */
  join(chunk: Buffer, start: number, end: number): Buffer {
    if (this.#length === 0) return chunk.subarray(start, end);
    this.append(chunk, start, end);
    return this.take();
  }

  /** Hands over what is held, and holds nothing any more. */
  take(): Buffer {
    const bytes = this.#memory.subarray(0, this.#length);
    this.#memory = EMPTY;
    this.#length = 0;
    return bytes;
  }

  #grow(needed: number): void {
    const doubled = Math.min(Math.max(FIRST_CAPACITY, this.#memory.length * 2), this.#limit);
    // Not from Node's pool: a slow client would keep 8 KiB of it alive for each byte.
    const memory = Buffer.allocUnsafeSlow(Math.max(needed, doubled));
    this.#memory.copy(memory, 0, 0, this.#length);
    this.#memory = memory;
  }
}
