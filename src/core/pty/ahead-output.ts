import type { ReadInto } from "./master-output.js";
import { WORTH_DRAINING_BYTES } from "./master-output.js";
import type { PtyOutput } from "./pty-process.js";
import type { ReadAhead } from "./read-ahead.js";

/** The longer it is, the more is read while something is parsed; whoever takes the output may end it before. */
const MAX_AHEAD_MS = 4;

/** As MasterOutput, of which a thread reads the rest while the first piece is taken. */
export class AheadOutput implements PtyOutput {
  bytes: Uint8Array;
  readonly #ahead: ReadAhead;
  readonly #fd: number;
  readonly #read: ReadInto;
  readonly #deadline = performance.now() + MAX_AHEAD_MS;
  #isOver = false;

  /** `read` is for when the thread has no time. */
  constructor(ahead: ReadAhead, fd: number, first: Uint8Array, read: ReadInto) {
    this.#ahead = ahead;
    this.#fd = fd;
    this.#read = read;
    ahead.buffer.set(first);
    this.bytes = ahead.buffer.subarray(0, first.length);
    ahead.begin(fd, first.length);
  }

  readMore(): boolean {
    if (this.#isOver) return false;
    const before = this.bytes.length;
    const end = this.#ahead.endBeyond(before) ?? this.#readOnce(before);
    if (end === before) this.#isOver = true;
    else this.#extend(end);
    if (performance.now() >= this.#deadline) this.stop();
    return this.bytes.length > before;
  }

  readAll(): Uint8Array {
    while (this.readMore());
    return this.bytes;
  }

  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#extend(this.#ahead.stop());
  }

  #readOnce(position: number): number {
    const { buffer } = this.#ahead;
    const count = this.#read(buffer, position);
    const end = position + count;
    if (count >= WORTH_DRAINING_BYTES && end < buffer.length) this.#ahead.begin(this.#fd, end);
    else this.#isOver = true;
    return end;
  }

  #extend(end: number): void {
    if (end > this.bytes.length) this.bytes = this.#ahead.buffer.subarray(0, end);
  }
}
