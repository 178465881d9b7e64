/** What all sessions together take of one turn of the event loop before each of them is given no more than a slice. */
const SHARED_MS = 12;

/**
 * How much of this turn of the event loop went into output. Fifty floods that take a few milliseconds each are fair to each other, but
 * together hold up everybody else.
 */
export class SharedLoopBudget {
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
