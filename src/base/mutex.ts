import { orAborted } from "./or-aborted.js";

/** Lets one in at a time, in the order of arrival. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Somebody is in, or about to be. */
  get isTaken(): boolean {
    return this.#waiting > 0;
  }

  /** Runs the work when everybody before is done. Who gives up while it waits never begins. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last;
    let leave = (): void => undefined;
    this.#last = new Promise<void>((resolve) => (leave = resolve));
    this.#waiting++;
    try {
      await orAborted(before, signal, "cancelled before its turn had come");
      return await work();
    } finally {
      this.#waiting--;
      // Also after giving up: those behind must not overtake the ones before.
      void before.then(leave);
    }
  }
}
