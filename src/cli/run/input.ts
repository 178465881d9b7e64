import type { PtyProcess } from "../../core/pty/index.js";
import { HoldLimit } from "../hold-limit.js";
import type { InputFilter } from "./input-filter.js";

/** What may wait for a program that does not read before stdin has to wait as well. */
const MAX_WAITING_BYTES = 65_536;

/** Hands our stdin to the program, as fast as it reads. */
export class Input {
  readonly #stream = process.stdin;
  readonly #pty: PtyProcess;
  readonly #filter: InputFilter | undefined;
  readonly #holdLimit: HoldLimit;
  #isStopped = false;

  /** Without a filter, all of it. `onEnd` is called when nothing more can come. */
  constructor(pty: PtyProcess, filter: InputFilter | undefined, onEnd: () => void) {
    this.#pty = pty;
    this.#filter = filter;
    this.#holdLimit = new HoldLimit(
      () => filter?.hold,
      () => this.#release(),
    );
    this.#stream.on("data", (bytes: Buffer) => this.#received(bytes));
    const ended = (): void => {
      if (this.#isStopped) return;
      this.#release();
      onEnd();
    };
    this.#stream.on("end", ended);
    // A stdin that cannot be read has ended.
    this.#stream.on("error", ended);
  }

  stop(): void {
    this.#isStopped = true;
    this.#holdLimit.stop();
    this.#stream.removeAllListeners("data");
    this.#stream.destroy();
  }

  #received(bytes: Buffer): void {
    this.#forward(this.#filter === undefined ? bytes : this.#filter.feed(bytes));
    this.#holdLimit.watch();
  }

  #forward(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#isStopped) return;
    // It fails when the program has ended, which is handled elsewhere.
    const written = this.#pty.write(bytes).catch(() => undefined);
    if (this.#pty.pendingBytes <= MAX_WAITING_BYTES) return;
    this.#stream.pause();
    void written.then(() => this.#resume());
  }

  #resume(): void {
    if (!this.#isStopped && this.#pty.pendingBytes <= MAX_WAITING_BYTES) this.#stream.resume();
  }

  #release(): void {
    this.#holdLimit.stop();
    if (this.#filter !== undefined) this.#forward(this.#filter.release());
  }
}
