import type { MatchMoment } from "./index.js";

/** A look at a session that shows nothing, with the given differences; counts how often each text was read. */
export class FakeView implements MatchMoment {
  readonly #fields: Partial<MatchMoment>;
  screenReads = 0;
  transcriptReads = 0;

  constructor(fields: Partial<MatchMoment> = {}) {
    this.#fields = fields;
  }

  get screenText(): string {
    this.screenReads++;
    return this.#fields.screenText ?? "";
  }

  get transcriptTail(): string {
    this.transcriptReads++;
    return this.#fields.transcriptTail ?? "";
  }

  get cursorRow(): number {
    return this.#fields.cursorRow ?? 0;
  }

  get cursorCol(): number {
    return this.#fields.cursorCol ?? 0;
  }

  get exited(): boolean {
    return this.#fields.exited ?? false;
  }

  get stableMs(): number {
    return this.#fields.stableMs ?? 0;
  }

  get sequence(): number {
    return this.#fields.sequence ?? 0;
  }

  get markers(): ReadonlyMap<string, number> {
    return this.#fields.markers ?? new Map();
  }

  get transcriptCursor(): number {
    return this.#fields.transcriptCursor ?? 0;
  }
}

export function look(fields: Partial<MatchMoment> = {}): FakeView {
  return new FakeView(fields);
}
