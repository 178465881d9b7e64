import { WaitCancelledError, onAbort, shown } from "../../base/index.js";
import { invalidParams } from "../../disclosure/index.js";

/** Who waits, and how the wait can be cancelled. */
export interface Waiter {
  readonly name?: string | undefined;
  /** The adapter that waits. */
  readonly owner?: string | undefined;
  /** Ends the wait when the client is gone. */
  readonly gone?: AbortSignal | undefined;
}

interface Entry extends Waiter {
  readonly controller: AbortController;
}

/** Waits (and sends of adapters) in flight. They can be cancelled by name or by adapter from any connection, and end with their client. */
export class WaitRegistry {
  readonly #entries = new Set<Entry>();
  readonly #named = new Map<string, Entry>();

  /** Runs a wait; its signal fires when it is cancelled or its client is gone. A name in use is refused at once. */
  async run<T>(waiter: Waiter, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { name, owner, gone } = waiter;
    if (name === undefined && owner === undefined && gone !== undefined) return wait(gone);
    const entry: Entry = { name, owner, gone, controller: new AbortController() };
    this.#register(entry);
    const stopListening = onAbort(gone, () => this.#end(entry));
    if (gone?.aborted === true) this.#end(entry);
    try {
      const result = await wait(entry.controller.signal);
      // It may have been cancelled after it ended, and the canceller was answered that it was.
      if (entry.controller.signal.aborted) throw new WaitCancelledError("the wait was cancelled");
      return result;
    } finally {
      stopListening();
      this.#release(entry);
    }
  }

  /** The name can be used again at once. Undefined if there is no such wait. */
  cancel(name: string): Waiter | undefined {
    return this.#end(this.#named.get(name));
  }

  /** Ends all waits of an adapter, and returns the oldest. */
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
