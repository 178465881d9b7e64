import { InputBacklogError, MAX_PENDING_INPUTS, MAX_PENDING_INPUT_BYTES, orAborted } from "../../base/index.js";

/** Input in the order it was sent, one job at a time, bounded in what may wait. */
export class InputQueue {
  #tail: Promise<void> = Promise.resolve();
  #queuedBytes = 0;
  #jobs = 0;

  /**
   * Runs `job` after all earlier ones. If nothing waits, an input of any size is taken; behind others it must fit under the limit. A
   * job whose signal fires while it waits never begins. One that has begun stays first in the queue until the terminal has taken what
   * it wrote, but its caller no longer waits for it.
   */
  run(bytes: number, job: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    const isTooMuch = this.#queuedBytes + bytes > MAX_PENDING_INPUT_BYTES || this.#jobs >= MAX_PENDING_INPUTS;
    if (this.#jobs > 0 && isTooMuch)
      throw new InputBacklogError(
        this.#queuedBytes,
        `input backlog full: the program has not read the last ${this.#queuedBytes} bytes, so ${bytes} more were refused. ` +
          "Wait until it reads (a snapshot shows what it is doing), or kill it.",
      );
    this.#queuedBytes += bytes;
    this.#jobs++;
    const begin = (): Promise<void> | undefined => (signal?.aborted === true ? undefined : job());
    const result = this.#tail.then(begin).finally(() => {
      this.#queuedBytes -= bytes;
      this.#jobs--;
    });
    this.#tail = result.catch(() => undefined);
    return orAborted(result, signal, "cancelled while the input was sent; what was typed by then stays typed");
  }
}
