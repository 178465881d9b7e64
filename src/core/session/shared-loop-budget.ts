/** What all sessions together may take of one event-loop tick; after that, each gets no more than a slice. */
const SHARED_MS = 12;

/**
 * How much of this event-loop tick was spent on output. Without it, fifty floods that take a few milliseconds each would block the loop
 * for everything else.
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
