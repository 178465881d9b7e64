import type { Anchored } from "./anchored-grid.js";
import type { Row } from "./row.js";
import { rowText } from "./row-text.js";
import type { ScreenState } from "./screen-state.js";

/** A part of a screen's plain text. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/**
 * Gives the rows that were written since the last call this number. Whoever writes to a row drops its text, which is how they are told
 * apart; it costs the writer nothing.
 */
export function stampRows(rows: readonly Row[], sequence: number): void {
  for (const row of rows)
    if (row.text === undefined) {
      row.text = null;
      row.writtenAt = sequence;
    }
}

/** A place on the screen that moves with its row, until the row is erased from there or from before it. */
export class WrittenPlace implements Anchored {
  readonly rows = 1;
  readonly onlyOne = undefined;
  readonly #forget: (place: WrittenPlace) => void;

  private constructor(
    public row: number,
    public col: number,
    forget: (place: WrittenPlace) => void,
  ) {
    this.#forget = forget;
  }

  static atCursor({ grid, x, y, pendingWrap }: ScreenState): WrittenPlace {
    const forget = (place: WrittenPlace): void => grid.retain((thing) => thing !== place);
    const place = new WrittenPlace(y, pendingWrap ? x + 1 : x, forget);
    if (place.col > 0) grid.anchor(place);
    return place;
  }

  survives(top: number, bottom: number, from: number, to: number): boolean {
    return !(top <= this.row && this.row <= bottom && from <= this.col && to === Infinity);
  }

  /** It is of no use any more. */
  forget(): void {
    this.#forget(this);
  }
}

interface Written {
  readonly after: number;
  readonly upTo: number;
  readonly place: WrittenPlace | undefined;
}

/** The text of each row, kept with it until it is written to. */
export const textsOf = ({ grid, clusters }: ScreenState): string[] =>
  grid.rows.map((row) => (row.text ??= rowText(row, row.length, clusters.values)));

/** The same without keeping them: those that are missing tell which rows are to be stamped. */
export const unkeptTexts = ({ grid, clusters }: ScreenState): string[] =>
  grid.rows.map((row) => row.text ?? rowText(row, row.length, clusters.values));

/** Where in the plain text of the screen the rows stand that were written then; neighbours are one part. */
export function writtenParts(state: ScreenState, { after, upTo, place }: Written): readonly TextPart[] {
  const { grid, clusters } = state;
  const isThere = place !== undefined && grid.anchored.includes(place);
  const before = (y: number): number =>
    isThere && place.row === y ? lengthBefore(grid.rows[y], place.col, clusters.values) : 0;
  return partsOf(grid.rows, textsOf(state), { after, upTo }, before);
}

const lengthBefore = (row: Pick<Row, "chars" | "length">, col: number, clusters: readonly string[]): number =>
  rowText(row, Math.min(row.length, col), clusters).length;

function partsOf(
  rows: readonly Pick<Row, "wrapped" | "writtenAt">[],
  texts: readonly string[],
  { after, upTo }: Omit<Written, "place">,
  beforeIn: (y: number) => number,
): readonly TextPart[] {
  const parts: { start: number; end: number }[] = [];
  let at = 0;
  let pendingBreaks = 0;
  /** The row before was taken to its end. */
  let goesOn = false;
  for (const [y, row] of rows.entries()) {
    const line = texts[y];
    if (line !== "") {
      at += pendingBreaks;
      pendingBreaks = 0;
      const isWritten = row.writtenAt > after && row.writtenAt <= upTo;
      if (isWritten) {
        const before = beforeIn(y);
        const last = parts.at(-1);
        if (goesOn && before === 0 && last !== undefined) last.end = at + line.length;
        else parts.push({ start: at + Math.min(before, line.length), end: at + line.length });
      }
      goesOn = isWritten;
      at += line.length;
    }
    if (!row.wrapped) pendingBreaks++;
  }
  return parts;
}

/** The rows of a screen that stays to be seen while another is drawn: when they were written, and where places were on it. */
export class HeldRows {
  readonly texts: readonly string[];
  readonly #rows: readonly { readonly wrapped: boolean; readonly writtenAt: number }[];
  readonly #places = new Map<Anchored, { readonly row: number; readonly before: number }>();

  /** What was not stamped yet counts as written at `next`. */
  constructor(state: ScreenState, next: number) {
    const { grid, clusters } = state;
    this.texts = unkeptTexts(state);
    this.#rows = grid.rows.map(({ wrapped, writtenAt, text }) => ({
      wrapped,
      writtenAt: text === undefined ? next : writtenAt,
    }));
    for (const place of grid.anchored)
      if (place instanceof WrittenPlace && place.row >= 0 && place.row < grid.rows.length)
        this.#places.set(place, {
          row: place.row,
          before: lengthBefore(grid.rows[place.row], place.col, clusters.values),
        });
  }

  parts({ place, ...range }: Written): readonly TextPart[] {
    const there = place && this.#places.get(place);
    return partsOf(this.#rows, this.texts, range, (y) => (there?.row === y ? there.before : 0));
  }
}
