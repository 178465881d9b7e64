import { Row } from "./row.js";

/** What clearing a row weighs beside moving one, in units of work. */
const CLEAR_WORK = 4;

/** The rows of one screen, normal or alternate. Scrolling moves references and clears rows; it copies no cells. */
export class Grid {
  rows: Row[];
  readonly #meter: { work: number };

  /** What is done to many rows at once is added to the meter's work. */
  constructor(rowCount: number, meter: { work: number }) {
    this.#meter = meter;
    this.rows = Array.from({ length: rowCount }, () => new Row());
  }

  /** Moves rows [top, bottom] up by `count`; blank rows come in at the bottom. */
  scrollUp(top: number, bottom: number, count: number, style: number): void {
    const { rows } = this;
    const height = bottom - top + 1;
    if (count >= height) return this.clear(top, bottom, style);
    this.#meter.work += height + count * CLEAR_WORK;
    // Above the region nothing moves, so a row that wrapped into it has lost its continuation.
    if (top > 0) this.#unwrap(top - 1);
    if (count === 1) {
      const recycled = rows[top];
      // Array.prototype.copyWithin takes ten times as long as this loop.
      for (let y = top; y < bottom; y++) rows[y] = rows[y + 1];
      recycled.clear(style);
      rows[bottom] = recycled;
    } else {
      const recycled = rows.slice(top, top + count);
      for (let y = top; y <= bottom - count; y++) rows[y] = rows[y + count];
      for (let i = 0; i < count; i++) {
        recycled[i].clear(style);
        rows[bottom + 1 - count + i] = recycled[i];
      }
    }
    this.#unwrap(bottom - count);
  }

  /** Moves rows [top, bottom] down by `count`; blank rows come in at the top. */
  scrollDown(top: number, bottom: number, count: number, style: number): void {
    const { rows } = this;
    const height = bottom - top + 1;
    if (count >= height) return this.clear(top, bottom, style);
    this.#meter.work += height + count * CLEAR_WORK;
    if (top > 0) this.#unwrap(top - 1);
    const recycled = rows.slice(bottom + 1 - count, bottom + 1);
    for (let y = bottom; y >= top + count; y--) rows[y] = rows[y - count];
    for (let i = 0; i < count; i++) {
      recycled[i].clear(style);
      rows[top + i] = recycled[i];
    }
    this.#unwrap(bottom);
  }

  /** Clears rows [top, bottom]. */
  clear(top: number, bottom: number, style: number): void {
    this.#meter.work += (bottom - top + 1) * CLEAR_WORK;
    for (let y = top; y <= bottom; y++) this.rows[y].clear(style);
    if (top > 0) this.#unwrap(top - 1);
  }

  #unwrap(y: number): void {
    const row = this.rows[y];
    if (!row.wrapped) return;
    row.wrapped = false;
    row.touch();
  }
}
