/** What may wait for a slow reader before the program has to wait as well. */
const MAX_WAITING_BYTES = 131_072;

interface OutputListener {
  /** There is room again. */
  onReady(): void;
  /** Nothing can be written any more. */
  onFailed(error: NodeJS.ErrnoException): void;
}

/** Our stdout, be it a terminal, a pipe or a file: written in order, without ever waiting for a slow reader. */
export class Output {
  readonly #stream = process.stdout;
  readonly #listener: OutputListener;
  #hasFailed = false;
  #isFull = false;

  constructor(listener: OutputListener) {
    this.#listener = listener;
    // The command line's own ends the process at once; here the program has to be ended first.
    this.#stream.removeAllListeners("error");
    this.#stream.on("error", (error: NodeJS.ErrnoException) => this.#failed(error));
    // Node writes to pipes as they have room, but waits for terminals: keys and signals would wait with it.
    if (this.#stream.isTTY) setNonBlocking(this.#stream);
  }

  get hasWaiting(): boolean {
    return !this.#hasFailed && this.#stream.writableLength > 0;
  }

  /** Copies the bytes. False: no more, please, until `onReady`. */
  write(bytes: Uint8Array): boolean {
    if (this.#hasFailed) return true;
    this.#stream.write(Buffer.from(bytes));
    if (this.#stream.writableLength <= MAX_WAITING_BYTES) return true;
    if (!this.#isFull) this.#stream.once("drain", () => this.#drained());
    this.#isFull = true;
    return false;
  }

  /** Resolves when all of it was taken or never will be. */
  async flush(): Promise<void> {
    if (!this.hasWaiting) return;
    await new Promise<void>((resolve) => this.#stream.write("", () => resolve()));
  }

  #drained(): void {
    this.#isFull = false;
    this.#listener.onReady();
  }

  #failed(error: NodeJS.ErrnoException): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#listener.onFailed(error);
    if (this.#isFull) this.#drained();
  }
}

/** libuv opens a terminal anew, so that whoever shares it with us does not notice. */
function setNonBlocking(stream: NodeJS.WriteStream): void {
  const { _handle: handle } = stream as unknown as { _handle?: { setBlocking?(isBlocking: boolean): void } };
  handle?.setBlocking?.(false);
}
