import type { RowCopy } from "./row.js";
import type { CellSource } from "./screen-cells.js";

/** What a reader who comes again has to be told. */
export interface ChangedRows {
  /** For each row, the sequence number of the first look that found it as it is. */
  readonly lookedAt: readonly number[];
  /** Of the first look at this size: who looked before knows none of the rows. */
  readonly sizedAt: number;
}

/**
 * Finds out which rows changed, by comparing each look with the one before: a screen that nobody looks at costs nothing. A row that changed
 * between two looks counts as changed at the second.
 */
export class RowChanges {
  #before: Pick<CellSource, "rows" | "cols" | "clusters"> | undefined;
  #changed: ChangedRows = { lookedAt: [], sizedAt: 0 };

  look(now: CellSource, sequence: number): ChangedRows {
    const before = this.#before;
    this.#before = { rows: now.rows, cols: now.cols, clusters: now.clusters };
    if (before === undefined)
      return (this.#changed = { lookedAt: now.rows.map((row) => (isNew(row) ? 0 : sequence)), sizedAt: 0 });
    if (before.cols !== now.cols || before.rows.length !== now.rows.length)
      return (this.#changed = { lookedAt: now.rows.map(() => sequence), sizedAt: sequence });
    const { lookedAt, sizedAt } = this.#changed;
    // The numbers of clusters mean what they meant as long as it is the same table.
    const isSame = (row: RowCopy, other: RowCopy): boolean =>
      row === other || (before.clusters === now.clusters && isEqual(row, other));
    const rows = now.rows.map((row, y) => (isSame(row, before.rows[y]) ? lookedAt[y] : sequence));
    return (this.#changed = { lookedAt: rows, sizedAt });
  }
}

/** As every row is at the start. */
const isNew = ({ chars, blankBackground, wrapped }: RowCopy): boolean =>
  chars.length === 0 && blankBackground === 0 && !wrapped;

function isEqual(row: RowCopy, other: RowCopy): boolean {
  return (
    row.blankBackground === other.blankBackground &&
    hasSameWords(row.chars, other.chars) &&
    hasSameWords(row.styles, other.styles)
  );
}

function hasSameWords(words: Uint32Array, others: Uint32Array): boolean {
  if (words.length !== others.length) return false;
  for (let at = 0; at < words.length; at++) if (words[at] !== others[at]) return false;
  return true;
}
