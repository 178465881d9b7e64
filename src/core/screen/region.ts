import { BLANK, WIDE } from "./cell.js";
import type { Grid } from "./grid.js";
import type { Row } from "./row.js";
import type { PackedColor } from "./style.js";

/** A rectangle of cells; all four sides belong to it. */
export interface Region {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Two-cell characters that lie across a side of the region are given up. */
function cutSides({ rows }: Grid, { top, left, bottom, right }: Region): void {
  for (let y = top; y <= bottom; y++) {
    rows[y].cutWide(left);
    rows[y].cutWide(right + 1);
  }
}

/** Moves the cells of a region up by `count` rows, or down if it is negative; blank ones come in. */
export function scrollRegion(grid: Grid, region: Region, count: number, background: PackedColor, cols: number): void {
  const { top, left, bottom, right } = region;
  const { rows } = grid;
  const end = right + 1;
  const height = bottom - top + 1;
  const moved = Math.max(0, height - Math.abs(count));
  cutSides(grid, region);
  for (let i = 0; i < moved; i++) {
    const to = count > 0 ? top + i : bottom - i;
    rows[to].takeCells(rows[to + count], left, end, left, cols);
  }
  for (let i = moved; i < height; i++) rows[count > 0 ? top + i : bottom - i].erase(left, end, background, cols);
  for (let y = Math.max(0, top - 1); y <= bottom; y++) grid.rows[y].breakLine();
}

/** ICH between margins: cells from `at` on move right; those that would pass `end` are lost. */
export function insertCells(
  row: Row,
  at: number,
  end: number,
  count: number,
  background: PackedColor,
  cols: number,
): void {
  const room = Math.min(count, end - at);
  row.cutWide(at);
  row.cutWide(end);
  row.takeCells(row, at, end - room, at + room, cols);
  // Its second half went over the margin.
  if ((row.chars[end - 1] & WIDE) !== 0) row.chars[end - 1] = BLANK;
  row.erase(at, at + room, background, cols);
}

/** DCH between margins: cells behind `at` move left; blank ones come in before `end`. */
export function deleteCells(
  row: Row,
  at: number,
  end: number,
  count: number,
  background: PackedColor,
  cols: number,
): void {
  const gone = Math.min(count, end - at);
  row.cutWide(at);
  row.cutWide(at + gone);
  row.cutWide(end);
  row.takeCells(row, at + gone, end, at, cols);
  // It may hold the second half of a character that is whole where it went.
  row.chars[end - gone] = BLANK;
  row.erase(end - gone, end, background, cols);
}
