import { ImageData, MAX_IMAGE_PIXELS } from "./image-data.js";
import type { Image, PlacedImage } from "./placed-images.js";
import { cellSize, placeImage, removeImages, sizeInCells } from "./placed-images.js";
import type { ScreenState } from "./screen-state.js";
import { StringHead, fieldsOf } from "./string-head.js";
import type { StringReader } from "./string-reader.js";

/** Images that a program has sent and may show later; the oldest are forgotten. */
const MAX_STORED = 256;

type Fields = ReadonlyMap<string, string>;

interface Transfer {
  readonly fields: Fields;
  readonly data: ImageData;
}

/** What a further piece of an image that was begun before may say; more is a command of its own. */
const CONTINUATION: ReadonlySet<string> = new Set(["m", "q"]);

/**
 * kitty's graphics (https://sw.kovidgoyal.net/kitty/graphics-protocol/): what is shown where. Questions are not answered, so that a
 * program that asks first draws with text instead.
 */
export class KittyGraphics {
  readonly #stored = new Map<string, Image>();
  /** Sent in pieces, of which more are to come. */
  #open: Transfer | undefined;

  command(): StringReader {
    const head = new StringHead(";");
    let isKnown = false;
    let transfer: Transfer | undefined;
    return {
      piece: (bytes, start, end) => {
        if (!isKnown && bytes[start] !== 0x47) return false;
        isKnown = true;
        const rest = head.take(bytes, start, end);
        if (rest < 0) return false;
        if (!head.isWhole) return true;
        transfer ??= this.#transferOf(fieldsOf(head.text.slice(1), ","));
        transfer.data.append(bytes, rest, end);
        return true;
      },
      end: (state) => {
        if (!isKnown) return;
        const fields = fieldsOf(head.text.slice(1), ",");
        this.#run(state, fields, transfer ?? this.#transferOf(fields));
      },
    };
  }

  /** RIS. */
  reset(): void {
    this.#stored.clear();
    this.#open = undefined;
  }

  #transferOf(fields: Fields): Transfer {
    const goesOn = this.#open !== undefined && [...fields.keys()].every((name) => CONTINUATION.has(name));
    if (!goesOn) this.#open = undefined;
    return this.#open ?? { fields, data: new ImageData() };
  }

  #run(state: ScreenState, now: Fields, transfer: Transfer): void {
    const { fields, data } = transfer;
    const action = fields.get("a") ?? "t";
    if (action === "d") return this.#remove(state, fields);
    if (action === "p") {
      const image = this.#stored.get(idOf(fields) ?? "");
      if (image !== undefined) show(state, fields, image);
      return;
    }
    if (action !== "t" && action !== "T") return;
    data.flush();
    this.#open = now.get("m") === "1" ? transfer : undefined;
    if (this.#open !== undefined) return;
    const image = imageOf(fields, data);
    this.#store(state, idOf(fields), image);
    if (action === "T") show(state, fields, image);
  }

  /** Under an id that is used already the image of before is gone, also where it was shown; many may have the same number. */
  #store(state: ScreenState, id: string | undefined, image: Image): void {
    if (id === undefined) return;
    if (id.startsWith("i")) removeImages(state, ({ placement }) => placement.id === id);
    this.#stored.delete(id);
    const [oldest] = this.#stored.keys();
    if (this.#stored.size === MAX_STORED) this.#stored.delete(oldest);
    this.#stored.set(id, image);
  }

  /** A capital letter also forgets the image. */
  #remove(state: ScreenState, fields: Fields): void {
    const which = fields.get("d") ?? "a";
    const id = idOf(fields);
    removeImages(state, (placed) => placed.placement.kind === "kitty" && isMeant(state, fields, which, placed));
    if (which === "A") this.#stored.clear();
    if ((which === "I" || which === "N") && id !== undefined) this.#stored.delete(id);
  }
}

/** A number or an id of the program's choice, told apart. */
function idOf(fields: Fields): string | undefined {
  const [id, number] = [numberOf(fields, "i"), numberOf(fields, "I")];
  return id > 0 ? `i${id}` : number > 0 ? `I${number}` : undefined;
}

const numberOf = (fields: Fields, name: string): number => {
  const text = fields.get(name) ?? "";
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
};

const pixelsOf = (fields: Fields, name: string): number => Math.min(MAX_IMAGE_PIXELS, numberOf(fields, name));

/** Formats that are no file say themselves how large they are. */
function imageOf(fields: Fields, data: ImageData): Image {
  const { hash, width, height } = data.finish();
  return { hash, width: pixelsOf(fields, "s") || width, height: pixelsOf(fields, "v") || height };
}

/** `U=1` only makes an image ready for characters that stand for it. */
function show(state: ScreenState, fields: Fields, image: Image): void {
  if (fields.get("U") === "1") return;
  const id = idOf(fields);
  const placementId = numberOf(fields, "p");
  if (id !== undefined && placementId > 0)
    removeImages(state, ({ placement }) => placement.id === id && placement.placementId === placementId);
  const cell = cellSize(state);
  const wanted = { cols: pixelsOf(fields, "c") || undefined, rows: pixelsOf(fields, "r") || undefined };
  const isOpen = wanted.cols === undefined && wanted.rows === undefined;
  const shown = {
    width: (pixelsOf(fields, "w") || image.width) + (isOpen ? pixelsOf(fields, "X") : 0),
    height: (pixelsOf(fields, "h") || image.height) + (isOpen ? pixelsOf(fields, "Y") : 0),
  };
  const { rows, cols } = sizeInCells(cell, shown, wanted);
  const isUnmoved = fields.get("C") === "1" || fields.has("P");
  placeImage(state, image, { kind: "kitty", rows, cols, id, placementId }, isUnmoved ? "unmoved" : "behind");
}

function isMeant(state: ScreenState, fields: Fields, which: string, placed: PlacedImage): boolean {
  const covers = (col: number, row: number): boolean =>
    col >= placed.col &&
    col < placed.col + placed.placement.cols &&
    row >= placed.row &&
    row < placed.row + placed.rows;
  const [x, y] = [numberOf(fields, "x") - 1, numberOf(fields, "y") - 1];
  switch (which.toLowerCase()) {
    case "a":
      return true;
    case "i":
    case "n": {
      const placementId = numberOf(fields, "p");
      return (
        placed.placement.id === idOf(fields) && (placementId === 0 || placed.placement.placementId === placementId)
      );
    }
    case "c":
      return covers(state.x, state.y);
    case "p":
      return covers(x, y);
    case "x":
      return covers(x, placed.row);
    case "y":
      return covers(placed.col, y);
    default:
      return false;
  }
}
