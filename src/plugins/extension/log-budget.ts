import { MAX_PLUGIN_LOG_CHARS_A_MINUTE } from "../../base/index.js";

const MINUTE_MS = 60_000;

/** How much one plugin may still log in this minute: with a program that floods, a chatty plugin would flood the log. */
export class LogBudget {
  readonly #now: () => number;
  #began = -Infinity;
  #left = 0;
  #dropped = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether so many characters may be written, and how many lines were dropped before. */
  take(chars: number): { readonly isWritten: boolean; readonly dropped: number } {
    const now = this.#now();
    if (now - this.#began >= MINUTE_MS) {
      this.#began = now;
      this.#left = MAX_PLUGIN_LOG_CHARS_A_MINUTE;
    }
    if (chars > this.#left) {
      this.#dropped++;
      return { isWritten: false, dropped: 0 };
    }
    this.#left -= chars;
    const dropped = this.#dropped;
    this.#dropped = 0;
    return { isWritten: true, dropped };
  }
}
