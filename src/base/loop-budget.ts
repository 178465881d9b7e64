/** How long work may go on before the event loop gets its turn. */
export class LoopBudget {
  readonly #ms: number;
  #began: number | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Undefined while this turn of the event loop has time left, else a promise for the next. */
  end(): Promise<void> | undefined {
    const now = performance.now();
    if (this.#began === undefined) {
      this.#began = now;
      setImmediate(() => (this.#began = undefined));
    }
    return now - this.#began > this.#ms ? new Promise((resolve) => setImmediate(resolve)) : undefined;
  }
}
