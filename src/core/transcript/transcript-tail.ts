/** The end of a transcript at one moment. It becomes one text when somebody reads it, which most who wait never do. */
export class TranscriptTail {
  readonly maxChars: number;
  #parts: readonly string[];

  constructor(maxChars: number, parts: readonly string[]) {
    this.maxChars = maxChars;
    this.#parts = parts;
  }

  get text(): string {
    if (this.#parts.length > 1) this.#parts = [this.#parts.join("")];
    return this.#parts[0] ?? "";
  }
}
