import type { CellStyle, TerminalView } from "../../protocol/index.js";
import type { RowCopy } from "./row.js";
import { rowText } from "./row-text.js";
import type { CellSource } from "./screen-cells.js";
import type { CellStyles } from "./style.js";
import { PLAIN, differences } from "./style.js";

/** Runs of one screen; a picture has more, and no plugin reads one. */
const MAX_RUNS = 20_000;

type Viewed = Pick<TerminalView, "wraps" | "full" | "text" | "runs" | "styles">;
type RunStyle = TerminalView["styles"][number];

/** What plugins have of rows beside their text; undefined if there are too many runs of styles. */
export function viewedRows({ rows, cols, styles, clusters }: CellSource): Viewed | undefined {
  const found = new RunStyles(styles);
  const [wraps, full]: [number[], number[]] = [[], []];
  const lines: string[] = [];
  for (const [at, row] of rows.entries()) {
    if (row.wrapped) wraps.push(at);
    if (isFull(row, cols)) full.push(at);
    lines.push(found.runsOf(row, cols));
    if (found.count > MAX_RUNS) return undefined;
  }
  const text = (): string => rows.map((row) => rowText(row, row.chars.length, clusters)).join("\n");
  return { wraps, full, ...(wraps.length === 0 ? {} : { text: text() }), runs: lines.join("\n"), styles: found.styles };
}

const isFull = ({ chars }: RowCopy, cols: number): boolean =>
  chars.length === cols && chars[cols - 1] !== 0 && chars[cols - 1] !== 0x20;

/** The runs of one screen, and their styles in the order in which they are met. */
class RunStyles {
  readonly styles: RunStyle[] = [];
  count = 0;
  readonly #cells: CellStyles;
  readonly #places = new Map<CellStyle, number>();

  constructor(cells: CellStyles) {
    this.#cells = cells;
  }

  /** Plain blanks between two pieces of one style belong to its run: many programs skip them. */
  runsOf(row: RowCopy, cols: number): string {
    const { chars } = row;
    let runs = "";
    let start = 0;
    let end = 0;
    let current = PLAIN;
    for (let col = 0; col < chars.length; col++) {
      const style = this.#cells.at(row, col);
      if (style !== current) {
        const isBlank = chars[col] === 0 || chars[col] === 0x20;
        if (isBlank && style === PLAIN && !isShownByBlanks(current)) continue;
        runs += this.#run(start, end, current);
        start = col;
        current = style;
      }
      end = col + 1;
    }
    runs += this.#run(start, end, current);
    // The cells behind the stored ones are blank.
    if (row.blankBackground !== 0) runs += this.#run(chars.length, cols, this.#cells.at(row, chars.length));
    return runs.slice(0, -1);
  }

  #run(start: number, end: number, style: CellStyle): string {
    if (style === PLAIN || end <= start) return "";
    this.count++;
    return `${start} ${end - start} ${this.#placeOf(style)},`;
  }

  /** The style's place among those of the screen, from one. */
  #placeOf(style: CellStyle): number {
    let place = this.#places.get(style);
    if (place === undefined) this.#places.set(style, (place = this.styles.push(differences(style))));
    return place;
  }
}

/** Whether a blank cell of this style looks different from a plain one. */
const isShownByBlanks = ({ background, inverse, underline, strikethrough, overline }: CellStyle): boolean =>
  background !== "default" || inverse || underline || strikethrough || overline === true;
