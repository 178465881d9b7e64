import type { CellRun, CellStyle, ScreenBox } from "../../protocol/index.js";
import type { MatchMoment, ShownScreen } from "./index.js";

const PLAIN: CellStyle = {
  ...{ foreground: "default", background: "default", bold: false, dim: false, italic: false, underline: false },
  ...{ inverse: false, strikethrough: false, blink: false, hidden: false },
};
/** The few attributes that the tests draw with. */
const ATTRIBUTES: Readonly<Record<string, Partial<CellStyle>>> = {
  "1": { bold: true },
  "4": { underline: true },
  "7": { inverse: true },
  "22": { bold: false },
  "31": { foreground: "idx:1" },
  "41": { background: "idx:1" },
};

interface FakeCell {
  readonly text: string;
  readonly style: CellStyle;
}

/** Where each character of a text stands. */
type Place = { readonly row: number; readonly col: number } | undefined;

/** A screen of 6 rows and 20 columns with one cell for each character: no wraps, no wide ones. Those are tested with a terminal. */
class FakeScreen implements ShownScreen {
  readonly rows = 6;
  readonly cols = 20;
  readonly #cells: FakeCell[][] = Array.from({ length: this.rows }, () => []);

  constructor(painted: string) {
    let [row, style] = [0, PLAIN];
    for (const [token, attributes] of painted.matchAll(/\x1b\[([\d;]*)m|\r\n|\P{M}\p{M}*/gsu)) {
      if (token === "\r\n") row++;
      else if (attributes === undefined) this.#cells[row].push({ text: token, style });
      else for (const name of attributes.split(";")) style = name === "" ? PLAIN : { ...style, ...ATTRIBUTES[name] };
    }
  }

  clipped({ row, col, rows, cols }: ScreenBox): ScreenBox | undefined {
    const first = row < 0 ? this.rows + row : row;
    const [top, bottom] = [Math.max(0, first), Math.min(this.rows, first + rows)];
    const width = Math.min(cols, this.cols - col);
    return top < bottom && width > 0 ? { row: top, col, rows: bottom - top, cols: width } : undefined;
  }

  read(box: ScreenBox = { row: 0, col: 0, rows: this.rows, cols: this.cols }) {
    const part = this.clipped(box);
    if (part === undefined) return undefined;
    let text = "";
    const places: Place[] = [];
    for (let row = part.row; row < part.row + part.rows; row++) {
      const line = this.#cells[row].slice(part.col, part.col + part.cols);
      while (line.at(-1)?.text === " ") line.pop();
      line.forEach((cell, at) => {
        text += cell.text;
        places.push(...Array.from({ length: cell.text.length }, () => ({ row, col: part.col + at })));
      });
      text += "\n";
      places.push(undefined);
    }
    return { text: text.replace(/\n+$/, ""), runsOf: (start: number, end: number) => runs(places.slice(start, end)) };
  }

  style(row: number, col: number): CellStyle {
    return this.#cells[row][col]?.style ?? PLAIN;
  }

  isBlank(row: number, col: number): boolean {
    return (this.#cells[row][col]?.text ?? " ") === " ";
  }

  styles(parts: readonly CellRun[]): readonly CellStyle[] {
    return parts.flatMap(({ row, col, length }) =>
      this.#cells[row].slice(col, col + length).flatMap(({ text, style }) => (text === " " ? [] : [style])),
    );
  }

  text(parts: readonly CellRun[]): string {
    return parts
      .map(({ row, col, length }) =>
        this.#cells[row]
          .slice(col, col + length)
          .map(({ text }) => text)
          .join(""),
      )
      .join("");
  }

  isSame(other: ShownScreen, box: ScreenBox = { row: 0, col: 0, rows: this.rows, cols: this.cols }): boolean {
    const part = this.clipped(box);
    return (
      part === undefined || JSON.stringify(this.#shown(part)) === JSON.stringify((other as FakeScreen).#shown(part))
    );
  }

  get styledRuns() {
    return this.#cells.flatMap((line, row) =>
      line.flatMap(({ text, style }, col, cells) => {
        if (text === " " || cells[col - 1]?.style === style) return [];
        const end = cells.findIndex((cell, at) => at > col && cell.style !== style);
        return [{ row, col, length: (end < 0 ? cells.length : end) - col, style }];
      }),
    );
  }

  #shown({ row, col, rows, cols }: ScreenBox): unknown {
    const blank = { text: " ", style: PLAIN };
    return Array.from({ length: rows }, (_, y) =>
      Array.from({ length: cols }, (__, x) => this.#cells[row + y][col + x] ?? blank),
    );
  }
}

function runs(places: readonly Place[]): CellRun[] {
  const found = new Map<number, { from: number; to: number }>();
  for (const place of places)
    if (place !== undefined) {
      const run = found.get(place.row) ?? { from: place.col, to: place.col };
      found.set(place.row, { from: run.from, to: place.col });
    }
  return [...found].map(([row, { from, to }]) => ({ row, col: from, length: to - from + 1 }));
}

/** What a screen shows after these characters and attributes. */
export const painted = (text: string): ShownScreen => new FakeScreen(text);

/** A look at a session that shows nothing, with the given differences; counts how often each text was read. */
export class FakeView implements MatchMoment {
  readonly #fields: Partial<MatchMoment>;
  screenReads = 0;
  transcriptReads = 0;

  constructor(fields: Partial<MatchMoment> = {}) {
    this.#fields = fields;
  }

  get screenText(): string {
    this.screenReads++;
    return this.#fields.screenText ?? "";
  }

  get transcriptTail(): string {
    this.transcriptReads++;
    return this.#fields.transcriptTail ?? "";
  }

  get cursorRow(): number {
    return this.#fields.cursorRow ?? 0;
  }

  get cursorCol(): number {
    return this.#fields.cursorCol ?? 0;
  }

  get screen(): ShownScreen {
    return this.#fields.screen ?? painted((this.#fields.screenText ?? "").replaceAll("\n", "\r\n"));
  }

  get title(): string | null {
    return this.#fields.title ?? null;
  }

  get exitStatus(): MatchMoment["exitStatus"] {
    return this.#fields.exitStatus;
  }

  get cursorVisible(): boolean {
    return this.#fields.cursorVisible ?? true;
  }

  get bellCount(): number {
    return this.#fields.bellCount ?? 0;
  }

  get exited(): boolean {
    return this.#fields.exited ?? false;
  }

  get stableMs(): number {
    return this.#fields.stableMs ?? 0;
  }

  get sequence(): number {
    return this.#fields.sequence ?? 0;
  }

  get markers(): ReadonlyMap<string, number> {
    return this.#fields.markers ?? new Map();
  }

  get transcriptCursor(): number {
    return this.#fields.transcriptCursor ?? 0;
  }

  terminal(): undefined {
    return undefined;
  }
}

export function look(fields: Partial<MatchMoment> = {}): FakeView {
  return new FakeView(fields);
}
