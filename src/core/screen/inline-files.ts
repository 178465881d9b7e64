import { ImageData, MAX_IMAGE_PIXELS } from "./image-data.js";
import { cellSize, placeImage, sizeInCells } from "./placed-images.js";
import type { ScreenState } from "./screen-state.js";
import { StringHead, fieldsOf } from "./string-head.js";
import type { StringReader } from "./string-reader.js";

/** OSC 1337: a file in one sequence; or one that is announced, sent in parts, and ended. */
const WHOLE = "1337;File=";
const ANNOUNCED = "1337;MultipartFile=";
const PART = "1337;FilePart=";
const END = "1337;FileEnd";
const COMMANDS = [WHOLE, ANNOUNCED, PART, END];

/** A file that is being sent, and how it is to be shown. */
interface Transfer {
  readonly fields: ReadonlyMap<string, string>;
  readonly data: ImageData;
}

/** iTerm2's inline images (https://iterm2.com/documentation-images.html). */
export class InlineFiles {
  #parts: Transfer | undefined;

  /** RIS. */
  reset(): void {
    this.#parts = undefined;
  }

  command(): StringReader {
    return new FileCommand(
      () => this.#parts,
      (parts) => (this.#parts = parts),
    );
  }
}

class FileCommand implements StringReader {
  readonly #head = new StringHead(":");
  readonly #parts: () => Transfer | undefined;
  readonly #setParts: (parts: Transfer | undefined) => void;
  #name = "";
  #transfer: Transfer | undefined;

  constructor(parts: () => Transfer | undefined, setParts: (parts: Transfer | undefined) => void) {
    this.#parts = parts;
    this.#setParts = setParts;
  }

  piece(bytes: Uint8Array, start: number, end: number): boolean {
    let at = start;
    while (at < end && !COMMANDS.includes(this.#name)) {
      this.#name += String.fromCharCode(bytes[at++]);
      if (!COMMANDS.some((command) => command.startsWith(this.#name))) return false;
    }
    if (this.#name === PART) this.#parts()?.data.append(bytes, at, end);
    if (this.#name !== WHOLE && this.#name !== ANNOUNCED) return true;
    const rest = this.#head.take(bytes, at, end);
    if (rest < 0) return false;
    if (this.#name === WHOLE && this.#head.isWhole) {
      this.#transfer ??= this.#announced();
      this.#transfer.data.append(bytes, rest, end);
    }
    return true;
  }

  end(state: ScreenState): void {
    if (this.#transfer !== undefined) show(state, this.#transfer);
    if (this.#name === ANNOUNCED) this.#setParts(this.#announced());
    if (this.#name !== END) return;
    const parts = this.#parts();
    this.#setParts(undefined);
    if (parts !== undefined) show(state, parts);
  }

  #announced(): Transfer {
    return { fields: fieldsOf(this.#head.text, ";"), data: new ImageData() };
  }
}

/** A file that is not to be shown is a download, and none of ours. */
function show(state: ScreenState, { fields, data }: Transfer): void {
  if (fields.get("inline") !== "1") return;
  const image = data.finish();
  const cell = cellSize(state);
  const cols = inCells(fields.get("width"), cell.width, state.cols);
  const rows = inCells(fields.get("height"), cell.height, state.rowCount);
  // Whoever leaves its size open gets a picture that is no wider than the screen.
  const isTooWide = cols === undefined && rows === undefined && image.width > state.cols * cell.width;
  const size = sizeInCells(cell, image, { cols: isTooWide ? state.cols : cols, rows });
  placeImage(state, image, { kind: "iterm2", ...size }, "behind");
}

/** `N` cells, `Npx`, `N%` of the screen; undefined for `auto`. */
function inCells(wanted = "auto", cellPixels: number, screenCells: number): number | undefined {
  const [, digits = "", unit = ""] = /^(\d{1,6})(px|%)?$/.exec(wanted) ?? [];
  if (digits === "") return undefined;
  const number = Math.min(MAX_IMAGE_PIXELS, Number(digits));
  return Math.ceil(unit === "px" ? number / cellPixels : unit === "%" ? (screenCells * number) / 100 : number) || 1;
}
