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
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** One for all sessions of this process. */
const sharedBudget = new SharedLoopBudget();

/** What the rest of the output has to wait for: nothing, the next tick of the event loop, or a promise. */
export type Pause = "tick" | Promise<void> | undefined;

/**
 * Feeds output to the terminal in batches. A batch ends when no more can be read, at the end of a frame that the program marked
 * (mode 2026), when it is as large as somebody can see at once, or when it yields: after its time, which is shorter when other sessions took theirs, or when a wait was answered, since
 * what is waited for next may be in the next frame. The rest is then fed from the event loop, in order; while a wait still looks at a
 * batch, nothing is fed.
 */
export class OutputFeed {
  readonly #terminal: Terminal;
  readonly #onBatch: (bytes: Uint8Array) => Pause;
  readonly #onCaughtUp: () => void;
  readonly #maxBatchBytes: () => number;
  readonly #endsAtLines: () => boolean;
  #backlog: Uint8Array | undefined;

  /**
   * `maxBatchBytes` is asked before each slice: who has to see all of a batch may come and go. So is `endsAtLines`: whether somebody has to
   * see the screen behind each line feed and carriage return.
   */
  constructor(
    terminal: Terminal,
    onBatch: (bytes: Uint8Array) => Pause,
    onCaughtUp: () => void,
    maxBatchBytes: () => number = () => Infinity,
    endsAtLines: () => boolean = () => false,
  ) {
    this.#terminal = terminal;
    this.#onBatch = onBatch;
    this.#onCaughtUp = onCaughtUp;
    this.#maxBatchBytes = maxBatchBytes;
    this.#endsAtLines = endsAtLines;
  }

  get isBusy(): boolean {
    return this.#backlog !== undefined;
  }

  /** True if all was processed; else the rest is kept, and `onCaughtUp` is called when it is done. */
  feed(output: PtyOutput): boolean {
    const { done, until } = this.#run(output.bytes, output);
    output.stop();
    if (done === output.bytes.length && until === undefined) return true;
    // A copy: the reader uses its buffer for other terminals too, and a Buffer's `slice` would only be a view of it.
    this.#backlog = new Uint8Array(output.bytes.subarray(done));
    this.#continueAfter(until);
    return false;
  }

  #continueAfter(until: Promise<void> | undefined): void {
    if (until === undefined) setImmediate(() => this.#continue());
    else void until.then(() => this.#continue());
  }

  #continue(): void {
    const backlog = this.#backlog;
    if (backlog === undefined) return;
    const { done, until } = backlog.length === 0 ? { done: 0 } : this.#run(backlog);
    if (done < backlog.length || until !== undefined) {
      this.#backlog = backlog.subarray(done);
      this.#continueAfter(until);
    } else {
      this.#backlog = undefined;
      this.#onCaughtUp();
    }
  }

  /** Returns how many bytes were processed, and what the rest has to wait for; more of them may have been read meanwhile. */
  #run(bytes: Uint8Array, output?: PtyOutput): { done: number; until?: Promise<void> } {
    const began = performance.now();
    const sliceEnd = began + Math.min(BUDGET_MS, sharedBudget.leftMs);
    let batchStart = 0;
    let at = 0;
    for (;;) {
      const limit = Math.min(this.#maxBatchBytes(), this.#endsAtLines() ? endOfLine(bytes, at) - batchStart : Infinity);
      at = this.#terminal.write(bytes, at, Math.min(bytes.length, at + SLICE_BYTES, batchStart + limit));
      let yields = performance.now() > sliceEnd;
      if (at === bytes.length && !yields && output?.readMore() === true) bytes = output.bytes;
      const isFull = at - batchStart >= limit;
      if (yields || at === bytes.length || this.#terminal.isFrameComplete || isFull) {
        const pause = this.#onBatch(bytes.subarray(batchStart, at));
        batchStart = at;
        if (pause instanceof Promise) {
          sharedBudget.spend(performance.now() - began);
          return { done: at, until: pause };
        }
        if (pause === "tick") yields = true;
      }
      if (yields || at === bytes.length) {
        sharedBudget.spend(performance.now() - began);
        return { done: at };
      }
    }
  }
}

/** Where the next line feed or carriage return ends. */
function endOfLine(bytes: Uint8Array, at: number): number {
  const found = [bytes.indexOf(LINE_FEED, at), bytes.indexOf(CARRIAGE_RETURN, at)].filter((index) => index >= 0);
  return found.length === 0 ? Infinity : Math.min(...found) + 1;
}
