import type { TextPiece } from "./utf8-pieces.js";
import { textOf } from "./utf8-pieces.js";

interface Chunk extends TextPiece {
  chars: number;
  /** Code points printed before this chunk. */
  readonly start: number;
}

/** Small writes are gathered into chunks of about this size, so that a chunk's overhead stays small beside its text. */
const CHUNK_CHARS = 4_096;

/** The last `maxChars` code points of a text that only grows. Positions count code points since the start. */
export class TailBuffer {
  readonly #maxChars: number;
  #chunks: Chunk[] = [];
  /** Index of the first chunk still needed; those before it are cleared out now and then, not one by one. */
  #head = 0;
  #end = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Position after the last code point. */
  get end(): number {
    return this.#end;
  }

  /** Position of the first code point still kept. */
  get start(): number {
    return Math.max(0, this.#end - this.#maxChars);
  }

  push(piece: TextPiece): void {
    const start = this.#end;
    this.#end += piece.chars;
    if (this.#maxChars === 0) return;
    const last = this.#chunks.at(-1);
    const isGathered = !piece.isEncoded && last?.isEncoded === false;
    if (isGathered && last.chars + piece.chars <= CHUNK_CHARS) {
      last.text += piece.text;
      last.chars += piece.chars;
    } else {
      // A string built by many small additions is a tree in V8; reading one character makes it flat, a tenth of the size.
      last?.text.charCodeAt(0);
      this.#chunks.push({ ...piece, start });
    }
    this.#evict();
  }

  #evict(): void {
    const start = this.start;
    for (;;) {
      const chunk = this.#chunks[this.#head];
      if (chunk === undefined || chunk.start + chunk.chars > start) break;
      this.#head++;
    }
    if (this.#head >= 16 && this.#head * 2 >= this.#chunks.length) {
      this.#chunks = this.#chunks.slice(this.#head);
      this.#head = 0;
    }
  }

  /** The text from one kept position to another. */
  read(from: number, to: number): string {
    return this.parts(from, to).join("");
  }

  /** The same in pieces, which stay as they are whatever is added later. */
  parts(from: number, to: number): string[] {
    const parts: string[] = [];
    for (let index = this.#chunks.length - 1; index >= this.#head; index--) {
      const chunk = this.#chunks[index];
      if (chunk.start >= to) continue;
      if (chunk.start + chunk.chars <= from) break;
      parts.push(cut(chunk, Math.max(0, from - chunk.start), Math.min(chunk.chars, to - chunk.start)));
    }
    return parts.reverse();
  }
}

function cut(chunk: Chunk, from: number, to: number): string {
  const text = textOf(chunk);
  if (from === 0 && to === chunk.chars) return text;
  const start = unitIndex(chunk, 0, 0, from);
  return text.slice(start, unitIndex(chunk, start, from, to));
}

/** Index in UTF-16 units of a code point, counted from a known pair of positions. */
function unitIndex(chunk: Chunk, unit: number, char: number, wanted: number): number {
  if (chunk.chars === chunk.text.length) return wanted;
  for (; char < wanted; char++) unit += (chunk.text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
  return unit;
}
