import { createHash } from "node:crypto";
import { MAX_IMAGE_PIXELS } from "./image-data.js";
import { cellSize, placeImage, sizeInCells } from "./placed-images.js";
import type { ScreenState } from "./screen-state.js";
import type { StringReader } from "./string-reader.js";

const REPEAT = 0x21;
const RASTER = 0x22;
const COLOR = 0x23;
const RETURN = 0x24;
const NEXT_BAND = 0x2d;
const SEMICOLON = 0x3b;
const FIRST_SIXEL = 0x3f;
const LAST_SIXEL = 0x7e;
const BAND_PIXELS = 6;
/** Of the raster attributes, width and height stand behind the two numbers of the aspect. */
const RASTER_WIDTH = 2;
const RASTER_HEIGHT = 3;

/**
 * How large the picture is that sixels make, and their hash. Pixels are taken for square. The size is what is drawn, or what the raster
 * attributes say if that is more.
 */
export class SixelReader implements StringReader {
  readonly #hash = createHash("sha256");
  #x = 0;
  #band = 0;
  #width = 0;
  #height = 0;
  #command = 0;
  #number = 0;
  #numberAt = 0;

  piece(bytes: Uint8Array, start: number, end: number): boolean {
    this.#hash.update(bytes.subarray(start, end));
    for (let at = start; at < end; at++) this.#byte(bytes[at]);
    return true;
  }

  end(state: ScreenState): void {
    this.#endNumber();
    const [width, height] = [this.#width, this.#height];
    if (width === 0 || height === 0) return;
    const image = { width, height, hash: this.#hash.digest("hex") };
    placeImage(state, image, { kind: "sixel", ...sizeInCells(cellSize(state), image) }, "below");
  }

  #byte(byte: number): void {
    if (byte >= 0x30 && byte <= 0x39) {
      this.#number = Math.min(MAX_IMAGE_PIXELS, this.#number * 10 + byte - 0x30);
    } else if (byte === SEMICOLON) {
      this.#endNumber();
    } else if (byte >= FIRST_SIXEL && byte <= LAST_SIXEL) {
      const count = this.#command === REPEAT ? Math.max(1, this.#number) : 1;
      this.#endNumber();
      this.#begin(0);
      this.#draw(byte - FIRST_SIXEL, count);
    } else if (byte === REPEAT || byte === RASTER || byte === COLOR) {
      this.#endNumber();
      this.#begin(byte);
    } else if (byte === RETURN || byte === NEXT_BAND) {
      this.#endNumber();
      this.#begin(0);
      this.#x = 0;
      if (byte === NEXT_BAND) this.#band = Math.min(MAX_IMAGE_PIXELS, this.#band + 1);
    }
  }

  #begin(command: number): void {
    this.#command = command;
    this.#number = 0;
    this.#numberAt = 0;
  }

  #endNumber(): void {
    if (this.#command === RASTER && this.#numberAt === RASTER_WIDTH) this.#width = Math.max(this.#width, this.#number);
    if (this.#command === RASTER && this.#numberAt === RASTER_HEIGHT)
      this.#height = Math.max(this.#height, this.#number);
    this.#number = 0;
    this.#numberAt++;
  }

  /** The lowest bit is the highest of six pixels. */
  #draw(sixel: number, count: number): void {
    this.#x = Math.min(MAX_IMAGE_PIXELS, this.#x + count);
    if (sixel === 0) return;
    this.#width = Math.max(this.#width, this.#x);
    const height = this.#band * BAND_PIXELS + 32 - Math.clz32(sixel);
    this.#height = Math.min(MAX_IMAGE_PIXELS, Math.max(this.#height, height));
  }
}
