import { DEFAULT_TRANSCRIPT_CHARS, InvalidArgumentError, MAX_TRANSCRIPT_MARKERS, shown } from "../../base/index.js";
import { TailBuffer } from "./tail-buffer.js";
import { Utf8Pieces } from "./utf8-pieces.js";

export interface TranscriptOptions {
  /** Code points kept in memory; 0 keeps none. */
  readonly maxChars?: number | undefined;
}

/** Where a label was put. `stored` is false when the table is full: the position is right, but cannot be recalled. */
export interface TranscriptMark {
  readonly cursor: number;
  readonly stored: boolean;
}

/** What was printed after a cursor, and the cursor to ask with next. */
export interface TranscriptDelta {
  readonly text: string;
  readonly cursor: number;
  /** True when some of it had already left the window. */
  readonly dropped: boolean;
}

/** The text a program printed: its last `maxChars` characters. A character is a Unicode code point everywhere here. */
export class Transcript {
  /** Code points kept in memory. */
  readonly maxChars: number;
  readonly #decoder = new Utf8Pieces();
  readonly #window: TailBuffer;
  readonly #markers = new Map<string, number>();
  #tail: TranscriptTail | undefined;

  constructor({ maxChars = DEFAULT_TRANSCRIPT_CHARS }: TranscriptOptions = {}) {
    this.maxChars = requireCount("maxChars", maxChars);
    this.#window = new TailBuffer(maxChars);
  }

  /** Adds output. The bytes are decoded before this returns; the caller may reuse its buffer. */
  append(bytes: Uint8Array): void {
    this.#tail = undefined;
    for (const piece of this.#decoder.decode(bytes)) this.#window.push(piece);
  }

  /** No more output will come: an unfinished code point becomes U+FFFD. */
  end(): void {
    const rest = this.#decoder.end();
    if (rest === undefined) return;
    this.#tail = undefined;
    this.#window.push(rest);
  }

  /** Characters printed since the start, kept or not; also the current cursor. */
  get charsWritten(): number {
    return this.#window.end;
  }

  /** Everything kept. */
  text(): string {
    return this.#window.read(this.#window.start, this.#window.end);
  }

  /** The last characters as of now; asking again before more output arrives costs nothing. */
  tail(maxChars: number): TranscriptTail {
    if (this.#tail?.maxChars !== requireCount("maxChars", maxChars)) {
      const start = Math.max(this.#window.start, this.#window.end - maxChars);
      this.#tail = new TranscriptTail(maxChars, this.#window.parts(start, this.#window.end));
    }
    return this.#tail;
  }

  /** Stamps a label at a position that was printed already; a label used before moves. */
  mark(label: string, cursor = this.charsWritten): TranscriptMark {
    if (requireCount("at", cursor) > this.charsWritten)
      throw new InvalidArgumentError("at", `at must not be beyond ${this.charsWritten}, where the output ends`);
    const stored = this.#markers.has(label) || this.#markers.size < MAX_TRANSCRIPT_MARKERS;
    if (stored) this.#markers.set(label, cursor);
    return { cursor, stored };
  }

  /** Where a label was stamped. */
  marker(label: string): number | undefined {
    return this.#markers.get(label);
  }

  /** A copy of the marker table. */
  markers(): ReadonlyMap<string, number> {
    return new Map(this.#markers);
  }

  /** The text between two cursors, or null once any of it has left the window. An end in the future means now. */
  slice(start: number, end: number): string | null {
    requireCount("start", start);
    requireCount("end", end);
    if (start > end)
      throw new InvalidArgumentError(
        "start",
        `start must not be after end, got ${start} and ${end}; swap the two cursors`,
      );
    return start < this.#window.start ? null : this.#window.read(start, Math.min(end, this.#window.end));
  }

  /** What was printed after a cursor, for consumers that follow along. */
  since(cursor: number): TranscriptDelta {
    requireCount("cursor", cursor);
    const { start, end } = this.#window;
    return { text: this.#window.read(Math.max(cursor, start), end), cursor: end, dropped: cursor < start };
  }
}

function requireCount(field: string, value: number): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw new InvalidArgumentError(field, `${field} must be a whole number of 0 or more, got ${shown(value)}`);
  return value;
}

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
