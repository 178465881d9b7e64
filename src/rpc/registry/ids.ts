/** An id that nobody else gets. */
export interface IdReservation {
  readonly id: string;
  /** What should have had it does not come to be. Leaves no gap if nobody has the next one yet. */
  release(): void;
}

/** Ids of one kind: a letter and a number that goes up. */
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

/** Adds an entry where its id belongs: one that takes long arrives after those with later ids. */
export function setInOrder<T>(entries: Map<string, T>, id: string, entry: T): void {
  const later = [...entries].filter(([other]) => Number(other.slice(1)) > Number(id.slice(1)));
  entries.set(id, entry);
  for (const [other, moved] of later) {
    entries.delete(other);
    entries.set(other, moved);
  }
}
