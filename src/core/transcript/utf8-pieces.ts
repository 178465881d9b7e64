import { isAscii, isUtf8 } from "node:buffer";

/** A piece of output. A long one is decoded when it is read: most of a flood leaves the window before anybody does. */
export interface TextPiece {
  text: string;
  /** Code points in it; equal to `text.length` when it is decoded and has no surrogate pairs. */
  readonly chars: number;
  /** `text` has a character for each byte of the UTF-8, as yet. */
  isEncoded: boolean;
}

/** The text of a piece, which is decoded from now on. */
export function textOf(piece: TextPiece): string {
  if (piece.isEncoded) {
    piece.text = Buffer.from(piece.text, "latin1").toString("utf8");
    piece.isEncoded = false;
  }
  return piece.text;
}

/** Largest piece decoded at once; bounds both what a chunk keeps alive and what eviction overshoots by. */
const PIECE_BYTES = 32_768;
/** Up to this it is decoded at once, and put together with its neighbours. */
const SHORT_BYTES = 4_096;
const NOTHING = Buffer.alloc(0);

/** Decodes UTF-8 that arrives in arbitrary cuts, with one U+FFFD for each maximal bad part (as WHATWG's decoder). */
export class Utf8Pieces {
  /** The start of a code point whose rest has not arrived: at most 3 bytes. */
  #carry: Buffer = NOTHING;

  /** The text these bytes complete. Nothing refers to `bytes` afterwards. */
  *decode(bytes: Uint8Array): Generator<TextPiece> {
    const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let start = 0; start < input.length; start += PIECE_BYTES) {
      const part = input.subarray(start, start + PIECE_BYTES);
      const piece = this.#carry.length === 0 ? part : Buffer.concat([this.#carry, part]);
      const whole = piece.length - incompleteTail(piece);
      this.#carry = whole === piece.length ? NOTHING : Buffer.from(piece.subarray(whole));
      if (whole > 0) yield decodeWhole(piece.subarray(0, whole));
    }
  }

  /** What an unfinished code point at the end of the output comes to. */
  end(): TextPiece | undefined {
    const rest = this.#carry;
    this.#carry = NOTHING;
    return rest.length === 0 ? undefined : decodeWhole(rest);
  }
}

function decodeWhole(bytes: Buffer): TextPiece {
  if (isAscii(bytes)) return { text: bytes.toString("latin1"), chars: bytes.length, isEncoded: false };
  if (isUtf8(bytes)) {
    const isEncoded = bytes.length > SHORT_BYTES;
    const text = bytes.toString(isEncoded ? "latin1" : "utf8");
    return { text, chars: bytes.length - continuationBytes(bytes), isEncoded };
  }
  const text = bytes.toString("utf8");
  return { text, chars: text.length - surrogatePairs(text), isEncoded: false };
}

/** Bytes 80 to BF. Counted in words, they take a quarter of the time of a loop over bytes, and a tenth of decoding. */
function continuationBytes(bytes: Buffer): number {
  const first = Math.min(-bytes.byteOffset & 3, bytes.length);
  const words = (bytes.length - first) >>> 2;
  if (words === 0) return continuationsAmong(bytes);
  const rest = first + words * 4;
  return (
    continuationsAmong(bytes.subarray(0, first)) +
    continuationsInWords(new Uint32Array(bytes.buffer, bytes.byteOffset + first, words)) +
    continuationsAmong(bytes.subarray(rest))
  );
}

function continuationsAmong(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) === 0x80) count++;
  return count;
}

/** So many words cannot overflow a sum that has a count in each of its four bytes. */
const WORDS_IN_SUM = 64;

function continuationsInWords(words: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < words.length;) {
    let sum = 0;
    for (const end = Math.min(words.length, at + WORDS_IN_SUM); at < end; at++) {
      const word = words[at];
      // Of each byte, whether its highest bit is set and the next is not.
      sum += (word >>> 7) & ~(word >>> 6) & 0x01010101;
    }
    const halves = (sum & 0x00ff00ff) + ((sum >>> 8) & 0x00ff00ff);
    count += (halves & 0xffff) + (halves >>> 16);
  }
  return count;
}

function surrogatePairs(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) === 0xd800) pairs++;
  return pairs;
}

/** Length of a code point begun but not finished at the end: 0 to 3. */
function incompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back];
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
