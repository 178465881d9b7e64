import { Deadline, onAbort } from "../../base/index.js";

/** A signal that fires when the caller's does, or when the time is up. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #deadline: Deadline | undefined;
  readonly #stopListening: () => void;
  #isUp = false;

  /** Without a time-out, only the caller's signal counts. */
  constructor(timeoutMs: number | undefined, signal: AbortSignal | undefined) {
    const cancel = (): void => this.#controller.abort(signal?.reason);
    this.#stopListening = onAbort(signal, cancel);
    if (signal?.aborted === true) cancel();
    if (timeoutMs !== undefined) this.#deadline = new Deadline(timeoutMs, () => this.#timeOut());
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The time is up; the caller did not cancel. */
  get isUp(): boolean {
    return this.#isUp;
  }

  end(): void {
    this.#deadline?.cancel();
    this.#stopListening();
  }

  #timeOut(): void {
    if (this.signal.aborted) return;
    this.#isUp = true;
    this.#controller.abort();
  }
}
