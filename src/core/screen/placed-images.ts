import { MAX_TERMINAL_SIDE } from "../../base/index.js";
import type { ScreenSnapshot } from "../../protocol/index.js";
import type { Anchored } from "./anchored-grid.js";
import { BLANK } from "./cell.js";
import type { PixelSize } from "./image-data.js";
import type { ScreenState } from "./screen-state.js";

type Images = NonNullable<ScreenSnapshot["images"]>;
export type ImageKind = Images[number]["kind"];

/** On one screen; the oldest give way. */
const MAX_IMAGES = 256;
/** What a cell is taken for where the terminal's size in pixels is not known: that of a VT340. */
const CELL_WIDTH = 10;
const CELL_HEIGHT = 20;

export interface Image extends PixelSize {
  readonly hash: string;
}

/** Where an image is shown, as large as it takes cells. */
export interface Placement {
  readonly kind: ImageKind;
  readonly rows: number;
  readonly cols: number;
  /** The numbers that a program gave to the image and to this place of it. */
  readonly id?: string | undefined;
  readonly placementId?: number | undefined;
}

/** The columns of one row of an image that are still to be seen. */
interface Strip {
  from: number;
  to: number;
}

/** An image on the screen: not a picture, but where one is, and which. */
export class PlacedImage implements Anchored {
  readonly rows: number;
  readonly onlyOne = undefined;
  /** One for each row, counted from the image's first column, once something of it was erased. */
  #strips: readonly Strip[] | undefined;

  constructor(
    public row: number,
    public col: number,
    readonly image: Image,
    readonly placement: Placement,
  ) {
    this.rows = placement.rows;
  }

  /** Erasing a part of a row erases images that are text to the terminal; those of kitty go with whole rows only. */
  survives(top: number, bottom: number, from: number, to: number): boolean {
    if (this.placement.kind === "kitty" && to !== Infinity) return true;
    const strips = (this.#strips ??= Array.from({ length: this.rows }, () => this.#whole()));
    for (let y = Math.max(top, this.row); y <= Math.min(bottom, this.row + this.rows - 1); y++)
      cut(strips[y - this.row], from - this.col, to - this.col);
    return strips.some((strip) => strip.from < strip.to);
  }

  /** How many cells of a screen it takes. */
  cellsIn({ rowCount }: ScreenState): number {
    return (Math.min(rowCount, this.row + this.rows) - Math.max(0, this.row)) * this.placement.cols;
  }

  /** Whether text stands in every cell of it that could be seen. */
  isOverwritten({ grid, rowCount, cols }: ScreenState): boolean {
    for (let y = Math.max(0, this.row); y < Math.min(rowCount, this.row + this.rows); y++) {
      const strip = this.#strips?.[y - this.row] ?? this.#whole();
      const [from, to] = [this.col + strip.from, Math.min(cols, this.col + strip.to)];
      const { chars, length } = grid.rows[y];
      if (from < to && (length < to || chars.subarray(from, to).includes(BLANK))) return false;
    }
    return true;
  }

  #whole(): Strip {
    return { from: 0, to: this.placement.cols };
  }
}

/** What is erased in the middle leaves both sides: then the strip stays as it is. */
function cut(strip: Strip, from: number, to: number): void {
  if (from <= strip.from) strip.from = Math.min(strip.to, Math.max(strip.from, to));
  else if (to >= strip.to) strip.to = Math.max(strip.from, Math.min(strip.to, from));
}

/** A cell in pixels. */
export function cellSize({ pixelWidth, pixelHeight, cols, rowCount }: ScreenState): PixelSize {
  const [width, height] = [Math.floor(pixelWidth / cols), Math.floor(pixelHeight / rowCount)];
  return width > 0 && height > 0 ? { width, height } : { width: CELL_WIDTH, height: CELL_HEIGHT };
}

/** How many cells a picture takes. Of what is left open, its shape decides. */
export function sizeInCells(
  cell: PixelSize,
  { width, height }: PixelSize,
  wanted: { readonly rows?: number | undefined; readonly cols?: number | undefined } = {},
): { rows: number; cols: number } {
  const { rows, cols } = wanted;
  const shape = (height * cell.width) / (width * cell.height) || 1;
  if (rows !== undefined) return { rows, cols: cols ?? (Math.ceil(rows / shape) || 1) };
  if (cols !== undefined) return { rows: Math.ceil(cols * shape) || 1, cols };
  return { rows: Math.ceil(height / cell.height) || 1, cols: Math.ceil(width / cell.width) || 1 };
}

/** Where the cursor is left: in the column where the image began, or behind it; or as if there were no image. */
export type CursorAfter = "below" | "behind" | "unmoved";

/**
 * Puts an image at the cursor. What does not fit below makes the screen scroll, unless the cursor is below the bottom margin; what does not
 * fit to the right is cut off.
 */
export function placeImage(state: ScreenState, image: Image, wanted: Placement, after: CursorAfter): void {
  const { x, cols } = state;
  const rows = Math.max(1, Math.min(wanted.rows, MAX_TERMINAL_SIDE));
  const width = Math.max(1, Math.min(wanted.cols, cols - x));
  const placement = { ...wanted, rows, cols: width };
  const first = after === "unmoved" ? state.y : scrolledTo(state, rows);
  if (wanted.kind !== "kitty") blank(state, first, rows, x, x + width);
  state.grid.anchor(new PlacedImage(first, x, image, placement));
  dropOldest(state);
  if (after === "below") state.moveTo(x, first + rows - 1);
  if (after === "behind") moveBehind(state, first + rows - 1, x + width);
}

/** Makes room for rows from the cursor's on; returns which is the first then. */
function scrolledTo(state: ScreenState, rows: number): number {
  const { top, bottom } = state;
  const missing = state.y + rows - 1 - bottom;
  if (missing <= 0 || state.y > bottom) return state.y;
  state.grid.scrollUp(top, bottom, missing, state.pen.background);
  return state.y - missing;
}

/** At the margin it goes to the next line, as in kitty. */
function moveBehind(state: ScreenState, row: number, col: number): void {
  state.moveTo(col, row);
  if (col < state.cols) return;
  state.lineFeed();
  state.x = 0;
}

function blank(state: ScreenState, first: number, rows: number, from: number, to: number): void {
  const { grid, rowCount, cols, pen } = state;
  state.work += rows * (to - from);
  for (let y = Math.max(0, first); y < Math.min(rowCount, first + rows); y++)
    grid.rows[y].erase(from, to, pen.background, cols);
  // An image that lies under the new one is gone as text would be.
  grid.erased(first, first + rows - 1, from, to);
}

function dropOldest({ grid }: ScreenState): void {
  let over = grid.anchored.filter((thing) => thing instanceof PlacedImage).length - MAX_IMAGES;
  if (over > 0) grid.retain((thing) => !(thing instanceof PlacedImage && over-- > 0));
}

/** Lets go of the images that the filter finds. */
export function removeImages({ grid }: ScreenState, filter: (placed: PlacedImage) => boolean): void {
  grid.retain((thing) => !(thing instanceof PlacedImage && filter(thing)));
}

/** The images on the screen; undefined if there are none. */
export function visibleImages(state: ScreenState): Images | undefined {
  const { grid, rowCount, cols } = state;
  if (grid.anchored.length === 0) return undefined;
  // They may lie over each other, but no more is looked at than a screen has cells.
  let left = rowCount * cols;
  const isHidden = (placed: PlacedImage): boolean =>
    placed.placement.kind !== "kitty" && (left -= placed.cellsIn(state)) >= 0 && placed.isOverwritten(state);
  const images = grid.anchored
    .filter((thing) => thing instanceof PlacedImage)
    .filter((placed) => placed.row < rowCount && placed.col < cols && !isHidden(placed))
    .map(({ row, col, image: { width, height, hash }, placement: { kind, rows, cols: wide } }) =>
      Object.freeze({ kind, row, col, rows, cols: Math.min(wide, cols - col), width, height, hash }),
    );
  return images.length === 0 ? undefined : images;
}
