import { orAborted } from "./abort.js";

/** Runs one piece of work at a time, in the order of arrival. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Work is under way, or waits. */
  get isTaken(): boolean {
    return this.#waiting > 0;
  }

  /** Runs the work when all before it is done. Work whose signal fires while it waits is never begun. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last;
    let leave = (): void => undefined;
    this.#last = new Promise<void>((resolve) => (leave = resolve));
    this.#waiting++;
    try {
      await orAborted(before, signal, "cancelled while waiting in line");
      return await work();
    } finally {
      this.#waiting--;
      // Also if it was given up: later work must not overtake earlier work.
      void before.then(leave);
    }
  }
}
