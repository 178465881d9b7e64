/** Whoever ends what was begun for it: a test, or a soak. */
export interface Owner {
  after(end: () => unknown): void;
}

/** Ends everything when it is told to, the last first. */
export class SoakOwner implements Owner {
  readonly #ends: (() => unknown)[] = [];

  after(end: () => unknown): void {
    this.#ends.push(end);
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}
