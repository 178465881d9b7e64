import type { WireErrorData } from "../protocol/index.js";
import { RemoteError } from "./errors.js";

interface Pending {
  readonly method: string;
  resolve(result: unknown): void;
  reject(reason: Failure): void;
}

/** Why there is no result. The error is created where the caller waits, so that its stack shows the caller. */
export type Failure = () => Error;

/** An answer from the server. */
export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: WireErrorData };
}

/** Requests that are not answered yet. */
export class PendingRequests {
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  get size(): number {
    return this.#pending.size;
  }

  /** Sends a request under a new id; resolves with its answer, or rejects with a {@link Failure}. */
  add(
    method: string,
    send: (id: number) => void,
    onAbandon: (abandon: (reason: Failure) => void) => void,
  ): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const refuse = reject as (reason: Failure) => void;
      this.#pending.set(id, { method, resolve, reject: refuse });
      onAbandon((reason) => {
        this.#pending.delete(id);
        refuse(reason);
      });
      send(id);
    });
  }

  settle({ id, result, error }: Answer): void {
    const pending = this.#pending.get(id);
    // The answer to a request that was given up.
    if (pending === undefined) return;
    this.#pending.delete(id);
    if (error === undefined) pending.resolve(result);
    else pending.reject(() => new RemoteError(pending.method, error));
  }

  rejectAll(errorFor: (method: string) => Error): void {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of all) pending.reject(() => errorFor(pending.method));
  }
}
