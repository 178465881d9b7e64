/** Tells when something has been idle for a time. Looks when it is told to, and when that time is over. */
export class IdleTimer {
  readonly #isIdle: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  #limitMs: number | undefined;
  #onOver: () => void = () => undefined;

  constructor(isIdle: () => boolean) {
    this.#isIdle = isIdle;
  }

  over(limitMs: number): Promise<void> {
    this.#limitMs = limitMs;
    const over = new Promise<void>((resolve) => (this.#onOver = resolve));
    this.look();
    return over;
  }

  /** Something has changed. */
  look(): void {
    if (this.#limitMs === undefined) return;
    if (!this.#isIdle()) this.#clear();
    else this.#timer ??= setTimeout(() => this.#onOver(), this.#limitMs);
  }

  stop(): void {
    this.#limitMs = undefined;
    this.#clear();
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
