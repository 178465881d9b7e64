/** Ids of sessions and adapters whose notifications are held back. Holds are counted: an id is free when all its holds have ended. */
export class HeldIds {
  readonly #counts = new Map<string, number>();

  /** The returned function ends the hold; call it once. */
  hold(ids: readonly string[]): () => void {
    for (const id of ids) this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    return () => {
      for (const id of ids) {
        const left = (this.#counts.get(id) ?? 0) - 1;
        if (left > 0) this.#counts.set(id, left);
        else this.#counts.delete(id);
      }
    };
  }

  /** The first entry none of whose ids is held. */
  firstFree<T>(entries: ReadonlySet<T>, idsOf: (entry: T) => readonly (string | undefined)[]): T | undefined {
    for (const entry of entries) if (this.#counts.size === 0 || !idsOf(entry).some((id) => this.#has(id))) return entry;
    return undefined;
  }

  #has(id: string | undefined): boolean {
    return id !== undefined && this.#counts.has(id);
  }
}
