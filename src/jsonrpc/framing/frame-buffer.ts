const EMPTY = Buffer.alloc(0);
const FIRST_CAPACITY = 512;

/**
 * The bytes of a frame that is not complete yet. Grows by doubling: a list of chunks would cost one Buffer object, some hundred bytes,
 * for each byte of a client that sends single bytes.
 */
export class FrameBuffer {
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

  /** Takes all bytes with these appended; copies only if there were some. */
  join(chunk: Buffer, start: number, end: number): Buffer {
    if (this.#length === 0) return chunk.subarray(start, end);
    this.append(chunk, start, end);
    return this.take();
  }

  /** Returns all bytes, and is empty then. */
  take(): Buffer {
    const bytes = this.#memory.subarray(0, this.#length);
    this.#memory = EMPTY;
    this.#length = 0;
    return bytes;
  }

  #grow(needed: number): void {
    const doubled = Math.min(Math.max(FIRST_CAPACITY, this.#memory.length * 2), this.#limit);
    // Not from Node's pool: a few bytes of a slow client would keep 8 KiB of it alive.
    const memory = Buffer.allocUnsafeSlow(Math.max(needed, doubled));
    this.#memory.copy(memory, 0, 0, this.#length);
    this.#memory = memory;
  }
}
