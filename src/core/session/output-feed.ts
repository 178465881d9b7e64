import type { PtyOutput } from "../pty/index.js";
import type { Terminal } from "../screen/index.js";
import { SharedLoopBudget } from "./shared-loop-budget.js";

/** Parsed between two looks at the clock; at the slowest sequences known this takes a few milliseconds. */
const SLICE_BYTES = 8_192;
/** Then the event loop gets its turn, so that a flood in one session never holds up another. */
const TURN_MS = 8;
/** One for all sessions of this process. */
const sharedTurn = new SharedLoopBudget();

/**
 * Hands output to the terminal in batches. A batch ends when no more can be read, at the end of a frame that the program
 * marked (mode 2026), or when its turn is over. A turn is over after its time, which is less when others took theirs, or when somebody who waited got an answer: what
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
  feed(output: PtyOutput): boolean {
    const done = this.#run(output.bytes, output);
    if (done === output.bytes.length) return true;
    // A copy: the reader uses its buffer for other terminals too, and a Buffer's `slice` would only be a view of it.
    this.#backlog = new Uint8Array(output.bytes.subarray(done));
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

  /** How far it came in the bytes, of which there may then be more. */
  #run(bytes: Uint8Array, output?: PtyOutput): number {
    const began = performance.now();
    const turnEnd = began + Math.min(TURN_MS, sharedTurn.leftMs);
    let batchStart = 0;
    let at = 0;
    for (;;) {
      at = this.#terminal.write(bytes, at, Math.min(bytes.length, at + SLICE_BYTES));
      let isTurnOver = performance.now() > turnEnd;
      if (at === bytes.length && !isTurnOver && output?.readMore() === true) bytes = output.bytes;
      if (isTurnOver || at === bytes.length || this.#terminal.isFrameComplete) {
        if (this.#onBatch(bytes.subarray(batchStart, at))) isTurnOver = true;
        batchStart = at;
      }
      if (isTurnOver || at === bytes.length) {
        sharedTurn.spend(performance.now() - began);
        return at;
      }
    }
  }
}
