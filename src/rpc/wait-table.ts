import { onAbort, shown } from "../base/index.js";
import { invalidParams } from "./rpc-error.js";

/** Waits in flight that somebody may cancel: by name from any connection, and all of a connection when it is gone. */
export class WaitTable {
  readonly #named = new Map<string, AbortController>();

  /** Runs a wait; its signal fires when it is cancelled or its client is gone. Names are checked on arrival. */
  async run<T>(name: string | undefined, gone: AbortSignal, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (name === undefined) return wait(gone);
    const controller = new AbortController();
    this.#register(name, controller);
    const onGone = (): void => {
      this.#release(name, controller);
      controller.abort();
    };
    const stopListening = onAbort(gone, onGone);
    if (gone.aborted) onGone();
    try {
      return await wait(controller.signal);
    } finally {
      stopListening();
      this.#release(name, controller);
    }
  }

  /** The name is free again at once, for the request on the next line. */
  cancel(name: string): boolean {
    const controller = this.#named.get(name);
    if (controller === undefined) return false;
    this.#release(name, controller);
    controller.abort();
    return true;
  }

  #release(name: string, controller: AbortController): void {
    if (this.#named.get(name) === controller) this.#named.delete(name);
  }

  #register(name: string, controller: AbortController): void {
    if (this.#named.has(name))
      throw invalidParams("wait_id", `wait_id ${shown(name)} is in use by a wait in flight; choose another`);
    this.#named.set(name, controller);
  }
}
