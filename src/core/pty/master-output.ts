import type { PtyOutput } from "./pty-process.js";

/** A program that writes slowly, but without pause, must not keep us reading while others wait. */
export const MAX_READ_MS = 1;
/** A shorter read means that the kernel had no more; another one would only be told so. */
export const WORTH_DRAINING_BYTES = 1_024;

/** Reads into the buffer from a position on; returns how many bytes came, 0 for none. */
export type ReadInto = (buffer: Buffer, position: number) => number;

/** What one turn takes from a terminal's master side into a buffer. */
export class MasterOutput implements PtyOutput {
  bytes: Uint8Array;
  readonly #buffer: Buffer;
  readonly #read: ReadInto;
  readonly #deadline = performance.now() + MAX_READ_MS;
  #isOver: boolean;

  /** `count` bytes are in the buffer already. With none there, `readMore` asks at least once, however late it is. */
  constructor(buffer: Buffer, count: number, read: ReadInto) {
    this.#buffer = buffer;
    this.#read = read;
    this.bytes = buffer.subarray(0, count);
    this.#isOver = count > 0 && count < WORTH_DRAINING_BYTES;
  }

  readMore(): boolean {
    if (this.#isOver) return false;
    const count = this.#read(this.#buffer, this.bytes.length);
    const total = this.bytes.length + count;
    this.#isOver = count < WORTH_DRAINING_BYTES || total === this.#buffer.length || performance.now() >= this.#deadline;
    if (count > 0) this.bytes = this.#buffer.subarray(0, total);
    return count > 0;
  }

  readAll(): Uint8Array {
    while (this.readMore());
    return this.bytes;
  }

  stop(): void {
    this.#isOver = true;
  }
}
