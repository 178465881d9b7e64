/** Bytes that wait for what follows them. */
export interface Hold {
  /** How long they may wait, counted from the first of them. */
  readonly limitMs: number;
  /** Another number for each sequence. */
  readonly serial: number;
}

/** Says when bytes that wait for the rest of their sequence have waited long enough. */
export class HoldLimit {
  readonly #hold: () => Hold | undefined;
  readonly #onUp: () => void;
  #timer: NodeJS.Timeout | undefined;
  #serial = 0;
  #since = 0;

  constructor(hold: () => Hold | undefined, onUp: () => void) {
    this.#hold = hold;
    this.#onUp = onUp;
  }

  /** What is held may have changed. The time counts from its first byte: else it would never end while the user types. */
  watch(): void {
    clearTimeout(this.#timer);
    const hold = this.#hold();
    if (hold === undefined) return;
    const now = performance.now();
    if (hold.serial !== this.#serial) this.#since = now;
    this.#serial = hold.serial;
    this.#timer = setTimeout(() => this.#look(), Math.max(1, Math.ceil(this.#since + hold.limitMs - now)));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** After the input that has arrived in the meantime, if it is us who were late. */
  #look(): void {
    setImmediate(() => {
      const hold = this.#hold();
      if (hold === undefined) return;
      const isUp = hold.serial === this.#serial && this.#since + hold.limitMs <= performance.now();
      if (isUp) this.#onUp();
      // A timer counts in whole milliseconds and may fire one early.
      else this.watch();
    });
  }
}
