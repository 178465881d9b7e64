import { MAX_WAIT_TIMEOUT_MS } from "./limits.js";

/**
 * A time-out that fires only after pending input was read. The event loop runs timers before it reads: after a pause of this process,
 * output that arrived in time would otherwise be found just after the time-out.
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

  /** Immediates run after reading. */
  #readOnce(): void {
    this.#timer = undefined;
    this.#reading = setImmediate(this.#onPassed);
  }
}

/** A delay for a timer that is set again when it fires too early: Node fires at once if a delay is longer than it can count. */
export const timerMs = (ms: number): number => Math.max(1, Math.min(Math.ceil(ms), MAX_WAIT_TIMEOUT_MS));
