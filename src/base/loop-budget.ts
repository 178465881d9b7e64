/** How long work may go on before it must yield to the event loop. */
export class LoopBudget {
  readonly #ms: number;
  #began: number | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Undefined while this tick of the event loop has time left, else a promise for the next tick. */
  yieldIfSpent(): Promise<void> | undefined {
    const now = performance.now();
    if (this.#began === undefined) {
      this.#began = now;
      setImmediate(() => (this.#began = undefined));
    }
    return now - this.#began > this.#ms ? new Promise((resolve) => setImmediate(resolve)) : undefined;
  }
}
