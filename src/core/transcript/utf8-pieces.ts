import { isAscii, isUtf8 } from "node:buffer";

/** A decoded piece of output. */
export interface TextPiece {
  readonly text: string;
  /** Code points in it; equal to `text.length` when it has no surrogate pairs. */
  readonly chars: number;
}

/** Largest piece decoded at once; bounds both what a chunk keeps alive and what eviction overshoots by. */
const PIECE_BYTES = 32_768;
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
  if (isAscii(bytes)) return { text: bytes.toString("latin1"), chars: bytes.length };
  const text = bytes.toString("utf8");
  return { text, chars: text.length - surrogatePairs(bytes, text) };
}

// Pairs come from four-byte sequences only, and those begin with F0 to F4: searching the bytes costs next to nothing, and
// most output that is not ASCII (box drawing, accents, CJK) has none.
function surrogatePairs(bytes: Buffer, text: string): number {
  let lead = 0xf0;
  while (lead <= 0xf4 && !bytes.includes(lead)) lead++;
  if (lead > 0xf4) return 0;
  let pairs = 0;
  if (isUtf8(bytes)) {
    // A loop over bytes takes a third of the time of one over a string.
    for (let index = bytes.indexOf(lead); index < bytes.length; index++) if (bytes[index] >= 0xf0) pairs++;
    return pairs;
  }
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
