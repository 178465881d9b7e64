import { MAX_CHANGES_KEPT } from "../../base/index.js";
import type { WrittenPlace } from "../screen/index.js";

/** A moment that a wait counts from: what it looks at was written after it. */
export interface Boundary {
  readonly sequence: number;
  /** Where the transcript ended. */
  readonly cursor: number;
  /** How often the bell had rung. */
  readonly bells: number;
  /** Where the cursor stood, if that is known. */
  readonly place?: WrittenPlace | undefined;
}

/** Where a wait counts from; undefined as long as an echo has not ended. */
export type BoundarySource = () => Boundary | undefined;

/** Before anything was written. */
export const START: Boundary = { sequence: 0, cursor: 0, bells: 0 };

/** How much had been written at the last changes, so that somebody can count from a number that they were told. */
export class ChangeHistory {
  #first = 1;
  #cursors: number[] = [];
  #bells: number[] = [];

  /** Called for each number once, in order. */
  record(sequence: number, cursor: number, bells: number): void {
    this.#cursors.push(cursor);
    this.#bells.push(bells);
    if (this.#cursors.length < 2 * MAX_CHANGES_KEPT) return;
    this.#cursors = this.#cursors.slice(-MAX_CHANGES_KEPT);
    this.#bells = this.#bells.slice(-MAX_CHANGES_KEPT);
    this.#first = sequence + 1 - MAX_CHANGES_KEPT;
  }

  /** What had been written at a change; for one that is no longer kept, at the first that is. */
  at(sequence: number): Boundary {
    const index = sequence - this.#first;
    if (sequence === 0 || this.#cursors.length === 0) return START;
    const kept = Math.max(0, index);
    return { sequence, cursor: this.#cursors[kept], bells: this.#bells[kept] };
  }

  /** The change after which no more than this had been written. */
  before(cursor: number): Boundary {
    let [low, high] = [0, this.#cursors.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cursors[middle] <= cursor) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? { ...START, cursor } : { ...this.at(this.#first + low - 1), cursor };
  }
}
