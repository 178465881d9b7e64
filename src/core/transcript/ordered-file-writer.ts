import { close, writev } from "node:fs";

export interface OrderedFileWriterOptions {
  /** Above this many waiting bytes `write` returns false. */
  readonly highWaterBytes?: number;
  /** More than this is never held; a caller that goes on writing past it fails the file. */
  readonly maxBytes?: number;
  /** Called when so little is waiting after a false that writing may go on. */
  readonly onDrain?: (() => void) | undefined;
  /** Called once, with the first error. Nothing is written after it. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** The kernel takes at most 1024 buffers in one call. */
const MAX_BUFFERS = 1_024;
/** Small writes are gathered in blocks of this size. */
const BLOCK_BYTES = 65_536;

/** Writes bytes to a descriptor in order, without blocking and without ever holding more than its limit. Owns the descriptor. */
export class OrderedFileWriter {
  readonly #fd: number;
  readonly #options: Required<Pick<OrderedFileWriterOptions, "highWaterBytes" | "maxBytes">> & OrderedFileWriterOptions;
  #waiting: Buffer[] = [];
  /** The block that small writes are copied into, and how much of it is used. */
  #block: Buffer | undefined;
  #blockUsed = 0;
  #pendingBytes = 0;
  #writing = false;
  #isFull = false;
  #drainWaiters: (() => void)[] = [];
  #error: Error | undefined;
  #closing: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(fd: number, options: OrderedFileWriterOptions = {}) {
    this.#fd = fd;
    this.#options = { highWaterBytes: 4_194_304, maxBytes: 8_388_608, ...options };
  }

  get error(): Error | undefined {
    return this.#error;
  }

  /** Bytes taken but not yet with the kernel. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Copies the bytes and queues them; false asks the caller to pause until drained. Never throws. */
  write(bytes: Uint8Array): boolean {
    if (this.#error !== undefined || this.#closing !== undefined) return true;
    if (this.#pendingBytes + bytes.byteLength > this.#options.maxBytes) {
      this.#fail(new Error(`more than ${this.#options.maxBytes} bytes were waiting to be written`));
      return true;
    }
    this.#queue(bytes);
    this.#pendingBytes += bytes.byteLength;
    if (!this.#writing) this.#writeNext();
    this.#isFull ||= this.#pendingBytes > this.#options.highWaterBytes;
    return !this.#isFull;
  }

  /** Resolves once writing may go on. */
  drained(): Promise<void> {
    return this.#isFull ? new Promise((resolve) => this.#drainWaiters.push(resolve)) : Promise.resolve();
  }

  /** Writes what is waiting and closes the descriptor. Resolves also after an error; `error` tells. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  #queue(bytes: Uint8Array): void {
    // Nothing to gather with when idle: it is written at once.
    if (!this.#writing || bytes.byteLength >= BLOCK_BYTES / 4) {
      this.#sealBlock();
      this.#waiting.push(Buffer.from(bytes));
      return;
    }
    if (this.#block === undefined || this.#blockUsed + bytes.byteLength > BLOCK_BYTES) {
      this.#sealBlock();
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    }
    this.#block.set(bytes, this.#blockUsed);
    this.#blockUsed += bytes.byteLength;
  }

  #sealBlock(): void {
    if (this.#block !== undefined && this.#blockUsed > 0) this.#waiting.push(this.#block.subarray(0, this.#blockUsed));
    this.#block = undefined;
    this.#blockUsed = 0;
  }

  #writeNext(): void {
    if (this.#waiting.length === 0) this.#sealBlock();
    const batch = this.#waiting.splice(0, MAX_BUFFERS);
    this.#writing = batch.length > 0;
    if (this.#writing) this.#writeBatch(batch);
    else this.#onIdle?.();
  }

  #writeBatch(batch: Buffer[]): void {
    writev(this.#fd, batch, (error, written) => {
      if (error !== null) this.#fail(error);
      if (this.#error !== undefined) {
        this.#writing = false;
        this.#onIdle?.();
        return;
      }
      this.#pendingBytes -= written;
      if (this.#isFull && this.#pendingBytes <= this.#options.highWaterBytes / 4) this.#drain();
      const rest = withoutFirst(batch, written);
      if (rest.length > 0) this.#writeBatch(rest);
      else this.#writeNext();
    });
  }

  #drain(): void {
    this.#isFull = false;
    const waiters = this.#drainWaiters;
    this.#drainWaiters = [];
    for (const resolve of waiters) resolve();
    this.#options.onDrain?.();
  }

  #fail(error: Error): void {
    if (this.#error !== undefined) return;
    this.#error = error;
    this.#waiting = [];
    this.#block = undefined;
    this.#blockUsed = 0;
    this.#pendingBytes = 0;
    // A reader that was paused for this file must not stay paused for ever.
    if (this.#isFull) this.#drain();
    this.#options.onError?.(error);
  }

  async #finish(): Promise<void> {
    if (this.#writing) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    await new Promise<void>((resolve) =>
      close(this.#fd, (error) => {
        if (error) this.#fail(error);
        resolve();
      }),
    );
  }
}

/** What is left of buffers after their first `count` bytes: a write may be cut short. */
function withoutFirst(buffers: Buffer[], count: number): Buffer[] {
  let index = 0;
  while (index < buffers.length && count >= buffers[index].length) count -= buffers[index++].length;
  const rest = buffers.slice(index);
  if (count > 0 && rest.length > 0) rest[0] = rest[0].subarray(count);
  return rest;
}
