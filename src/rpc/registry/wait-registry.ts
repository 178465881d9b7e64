import { WaitCancelledError, onAbort, shown } from "../../base/index.js";
import { invalidParams } from "../../disclosure/index.js";

/** Who waits, and by which names the wait may be cancelled. */
export interface Waiter {
  readonly name?: string | undefined;
  /** The adapter that waits. */
  readonly owner?: string | undefined;
  /** Fires when the client is gone; left out, that ends nothing. */
  readonly gone?: AbortSignal | undefined;
}

interface Entry extends Waiter {
  readonly controller: AbortController;
}

/** Waits, and sends of adapters, in flight that somebody may cancel: by name from any connection, and all of a connection when it is gone. */
export class WaitRegistry {
  readonly #entries = new Set<Entry>();
  readonly #named = new Map<string, Entry>();

  /** Runs a wait; its signal fires when it is cancelled or its client is gone. Names are checked on arrival. */
  async run<T>(waiter: Waiter, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { name, owner, gone } = waiter;
    if (name === undefined && owner === undefined && gone !== undefined) return wait(gone);
    const entry: Entry = { name, owner, gone, controller: new AbortController() };
    this.#register(entry);
    const stopListening = onAbort(gone, () => this.#end(entry));
    if (gone?.aborted === true) this.#end(entry);
    try {
      const result = await wait(entry.controller.signal);
      // It may have been cancelled on the way from its end to here, and whoever did it was told so.
      if (entry.controller.signal.aborted) throw new WaitCancelledError("the wait was cancelled");
      return result;
    } finally {
      stopListening();
      this.#release(entry);
    }
  }

  /** The name is free again at once, for the request on the next line. Undefined if there is no such wait. */
  cancel(name: string): Waiter | undefined {
    return this.#end(this.#named.get(name));
  }

  /** Ends all waits of an adapter; the one that has waited longest is told of. */
  cancelOwner(owner: string): Waiter | undefined {
    const [first] = [...this.#entries].filter((entry) => entry.owner === owner).map((entry) => this.#end(entry));
    return first;
  }

  #end(entry: Entry | undefined): Waiter | undefined {
    if (entry === undefined) return undefined;
    this.#release(entry);
    entry.controller.abort();
    return entry;
  }

  #release(entry: Entry): void {
    this.#entries.delete(entry);
    if (entry.name !== undefined && this.#named.get(entry.name) === entry) this.#named.delete(entry.name);
  }

  #register(entry: Entry): void {
    const { name } = entry;
    if (name !== undefined && this.#named.has(name))
      throw invalidParams("waitId", `waitId ${shown(name)} is in use by a wait in flight; choose another`);
    this.#entries.add(entry);
    if (name !== undefined) this.#named.set(name, entry);
  }
}
