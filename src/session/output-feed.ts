import type { Terminal } from "../screen/index.js";

/** Parsed between two looks at the clock; at the slowest sequences known this takes a few milliseconds. */
const SLICE_BYTES = 8_192;
/** Then the event loop gets its turn, so that a flood in one session never holds up another. */
const TURN_MS = 8;

/**
 * Hands output to the terminal in batches. A batch ends with the bytes, at the end of a frame that the program marked
 * (mode 2026), or when its turn is over. A turn is over after its time, or when somebody who waited got an answer: what
 * they wait for next may be in the next frame. The rest is then fed from the event loop, in order.
 */
export class OutputFeed {
  readonly #terminal: Terminal;
  readonly #onBatch: (bytes: Uint8Array) => boolean;
  readonly #onCaughtUp: () => void;
  #backlog: Uint8Array | undefined;

  /** `onBatch` says whether the rest should wait for the next turn. */
  constructor(terminal: Terminal, onBatch: (bytes: Uint8Array) => boolean, onCaughtUp: () => void) {
    this.#terminal = terminal;
    this.#onBatch = onBatch;
    this.#onCaughtUp = onCaughtUp;
  }

  get isBusy(): boolean {
    return this.#backlog !== undefined;
  }

  /** True if all was processed; else the rest is kept, and `onCaughtUp` tells when it is done. */
  feed(bytes: Uint8Array): boolean {
    const done = this.#run(bytes);
    if (done === bytes.length) return true;
    this.#backlog = bytes.slice(done);
    setImmediate(() => this.#continue());
    return false;
  }

  #continue(): void {
    const backlog = this.#backlog;
    if (backlog === undefined) return;
    const done = this.#run(backlog);
    if (done < backlog.length) {
      this.#backlog = backlog.subarray(done);
      setImmediate(() => this.#continue());
    } else {
      this.#backlog = undefined;
      this.#onCaughtUp();
    }
  }

  #run(bytes: Uint8Array): number {
    const turnEnd = performance.now() + TURN_MS;
    let batchStart = 0;
    let at = 0;
    while (at < bytes.length) {
      const sliceEnd = Math.min(bytes.length, at + SLICE_BYTES);
      at = this.#terminal.write(bytes, at, sliceEnd);
      let isTurnOver = performance.now() > turnEnd;
      if (this.#terminal.isFrameComplete || isTurnOver || at === bytes.length) {
        if (this.#onBatch(bytes.subarray(batchStart, at))) isTurnOver = true;
        batchStart = at;
      }
      if (isTurnOver) break;
    }
    return at;
  }
}
