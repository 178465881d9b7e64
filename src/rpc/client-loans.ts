import { WaitCancelledError } from "../base/index.js";
import type { InputLease, Typist } from "../core/session/index.js";
import type { LentSizes } from "./registry/lent-sizes.js";

/** A connection as one who types: it gives back what it has of sessions when it is gone. */
export class ClientLoans implements Typist {
  readonly name: string;
  readonly #leases = new Set<InputLease>();
  readonly #sizes = new Set<LentSizes>();

  readonly gone: AbortSignal;

  constructor(number: number, gone: AbortSignal) {
    this.name = `c${number}`;
    this.gone = gone;
  }

  /** What it asked for before it was gone is not given to it any more. */
  requireHere(): void {
    if (this.gone.aborted) throw new WaitCancelledError("the client is gone; nothing was given to it");
  }

  /** It has asked for this one. */
  asked(lease: InputLease): void {
    for (const other of this.#leases) if (other.facts === undefined) this.#leases.delete(other);
    this.#leases.add(lease);
  }

  borrow(sizes: LentSizes, size: Parameters<LentSizes["lend"]>[1]): void {
    this.requireHere();
    for (const other of this.#sizes) if (other.isOver) this.#sizes.delete(other);
    sizes.lend(this, size);
    this.#sizes.add(sizes);
  }

  giveBack(): void {
    for (const lease of this.#leases) lease.giveBack(this);
    for (const sizes of this.#sizes) sizes.giveBack(this);
  }
}
