/** A reserved id. */
export interface IdReservation {
  readonly id: string;
  /** Gives the id back after a failed start; it is used again unless a later one was reserved. */
  release(): void;
}

/** Ids of one kind: a letter and a growing number. */
export class Ids {
  readonly #letter: string;
  #last = 0;

  constructor(letter: string) {
    this.#letter = letter;
  }

  reserve(): IdReservation {
    const number = ++this.#last;
    return {
      id: `${this.#letter}${number}`,
      release: () => {
        if (this.#last === number) this.#last--;
      },
    };
  }
}

/** Adds an entry in the order of ids: one that takes long to start is added after those with later ids. */
export function setInOrder<T>(entries: Map<string, T>, id: string, entry: T): void {
  const later = [...entries].filter(([other]) => Number(other.slice(1)) > Number(id.slice(1)));
  entries.set(id, entry);
  for (const [other, moved] of later) {
    entries.delete(other);
    entries.set(other, moved);
  }
}
