import type { PtyOutput } from "../pty/index.js";
import type { Terminal } from "../screen/index.js";

/** What all sessions together may take of one event-loop tick; after that, each gets no more than a slice. */
const SHARED_MS = 12;

/**
 * How much of this event-loop tick was spent on output. Without it, fifty floods that take a few milliseconds each would block the loop
 * for everything else.
 */
class SharedLoopBudget {
  #spentMs = 0;
  #isCounting = false;

  get leftMs(): number {
    return Math.max(0, SHARED_MS - this.#spentMs);
  }

  spend(ms: number): void {
    this.#spentMs += ms;
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => {
      this.#spentMs = 0;
      this.#isCounting = false;
    });
  }
}

/** Parsed between two reads of the clock; the slowest known sequences take a few milliseconds for this. */
const SLICE_BYTES = 8_192;
/** Then it yields to the event loop, so that a flood in one session never blocks another. */
const BUDGET_MS = 8;
/** One for all sessions of this process. */
const sharedBudget = new SharedLoopBudget();

/**
 * Feeds output to the terminal in batches. A batch ends when no more can be read, at the end of a frame that the program marked
 * (mode 2026), or when it yields: after its time, which is shorter when other sessions took theirs, or when a wait was answered, since
 * what is waited for next may be in the next frame. The rest is then fed from the event loop, in order.
 */
export class OutputFeed {
  readonly #terminal: Terminal;
  readonly #onBatch: (bytes: Uint8Array) => boolean;
  readonly #onCaughtUp: () => void;
  #backlog: Uint8Array | undefined;

  /** `onBatch` returns whether the rest should wait for the next tick of the event loop. */
  constructor(terminal: Terminal, onBatch: (bytes: Uint8Array) => boolean, onCaughtUp: () => void) {
    this.#terminal = terminal;
    this.#onBatch = onBatch;
    this.#onCaughtUp = onCaughtUp;
  }

  get isBusy(): boolean {
    return this.#backlog !== undefined;
  }

  /** True if all was processed; else the rest is kept, and `onCaughtUp` is called when it is done. */
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

  /** Returns how many bytes were processed; more of them may have been read meanwhile. */
  #run(bytes: Uint8Array, output?: PtyOutput): number {
    const began = performance.now();
    const sliceEnd = began + Math.min(BUDGET_MS, sharedBudget.leftMs);
    let batchStart = 0;
    let at = 0;
    for (;;) {
      at = this.#terminal.write(bytes, at, Math.min(bytes.length, at + SLICE_BYTES));
      let yields = performance.now() > sliceEnd;
      if (at === bytes.length && !yields && output?.readMore() === true) bytes = output.bytes;
      if (yields || at === bytes.length || this.#terminal.isFrameComplete) {
        if (this.#onBatch(bytes.subarray(batchStart, at))) yields = true;
        batchStart = at;
      }
      if (yields || at === bytes.length) {
        sharedBudget.spend(performance.now() - began);
        return at;
      }
    }
  }
}
