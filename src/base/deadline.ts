/**
 * A time-out that is told only after what had come by then was read. The event loop runs timers before it reads: when we were
 * stopped or held up, what was printed in time would otherwise be found a moment after the time-out.
 */
export class Deadline {
  readonly #onPassed: () => void;
  #timer: NodeJS.Timeout | undefined;
  #reading: NodeJS.Immediate | undefined;

  constructor(timeoutMs: number, onPassed: () => void) {
    this.#onPassed = onPassed;
    this.#timer = setTimeout(() => this.#readOnce(), timeoutMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#reading);
    this.#timer = undefined;
    this.#reading = undefined;
  }

  /** Immediates come after reading, whether they are set before it or during. */
  #readOnce(): void {
    this.#timer = undefined;
    this.#reading = setImmediate(this.#onPassed);
  }
}
