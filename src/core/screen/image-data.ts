import { createHash } from "node:crypto";

/** As far into a file as its size is looked for; a JPEG may have much before it. */
const MAX_HEAD_BYTES = 16_384;
/** No screen shows more; keeps products far from overflow. */
export const MAX_IMAGE_PIXELS = 99_999;

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Base64 as it comes, piece by piece: hashed, and gone but for the head of a file. */
export class ImageData {
  readonly #hash = createHash("sha256");
  #head = Buffer.alloc(0);
  /** Less than four characters, which make no bytes yet. */
  #rest = "";

  append(bytes: Uint8Array, start: number, end: number): void {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
    const text = this.#rest + piece.replaceAll(/[^A-Za-z0-9+/]/g, "");
    const whole = text.length - (text.length % 4);
    this.#rest = text.slice(whole);
    this.#take(Buffer.from(text.slice(0, whole), "base64"));
  }

  /** The end of a text, where less than four characters make bytes too. */
  flush(): void {
    this.#take(Buffer.from(this.#rest, "base64"));
    this.#rest = "";
  }

  #take(data: Buffer): void {
    this.#hash.update(data);
    const room = MAX_HEAD_BYTES - this.#head.length;
    if (room > 0) this.#head = Buffer.concat([this.#head, data.subarray(0, room)]);
  }

  /** SHA-256 of all bytes, and their size in pixels if they are a PNG, GIF or JPEG. Nothing can be appended any more. */
  finish(): PixelSize & { readonly hash: string } {
    this.flush();
    return { hash: this.#hash.digest("hex"), ...sizeOf(this.#head) };
  }
}

const UNKNOWN: PixelSize = { width: 0, height: 0 };
const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

function sizeOf(head: Buffer): PixelSize {
  if (head.length >= 24 && head.subarray(0, PNG.length).equals(PNG))
    return clamped(head.readUInt32BE(16), head.readUInt32BE(20));
  if (head.length >= 10 && head.toString("latin1", 0, 4) === "GIF8")
    return clamped(head.readUInt16LE(6), head.readUInt16LE(8));
  return head.length >= 4 && head.readUInt16BE(0) === 0xffd8 ? sizeOfJpeg(head) : UNKNOWN;
}

/** Segments have a marker and a length; the frame's, C0 to CF but for three, has the size. */
function sizeOfJpeg(head: Buffer): PixelSize {
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const marker = head[at + 1];
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return clamped(head.readUInt16BE(at + 7), head.readUInt16BE(at + 5));
  }
  return UNKNOWN;
}

const clamped = (width: number, height: number): PixelSize => ({
  width: Math.min(MAX_IMAGE_PIXELS, width),
  height: Math.min(MAX_IMAGE_PIXELS, height),
});
