import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { Terminal } from "./terminal.js";
import type { ScreenSnapshot } from "../../protocol/index.js";

/** A terminal and everything it answered, for tests. */
export class TerminalDriver {
  readonly terminal: Terminal;
  readonly replies: string[] = [];
  #sequence = 0;

  constructor(rows: number, cols: number, pixelWidth = 0, pixelHeight = 0) {
    this.terminal = new Terminal({ rows, cols, pixelWidth, pixelHeight }, (text) => this.replies.push(text));
  }

  /** Writes all of it, going on wherever the terminal paused. */
  feed(input: string | Uint8Array): this {
    const bytes = typeof input === "string" ? Buffer.from(input) : input;
    for (let at = 0; at < bytes.length;) at = this.terminal.write(bytes, at, bytes.length);
    return this;
  }

  resize(rows: number, cols: number): this {
    this.terminal.resize({ rows, cols, pixelWidth: 0, pixelHeight: 0 });
    return this;
  }

  snapshot(): ScreenSnapshot {
    return this.terminal.snapshot(++this.#sequence);
  }

  get text(): string {
    return this.terminal.plainText;
  }

  get cursor(): [row: number, col: number] {
    return [this.terminal.cursor.row, this.terminal.cursor.col];
  }
}

/** The screen line by line as a person sees it: blank cells are spaces, and what is blank at the ends is left out. */
export function visibleRows({ cells, size }: ScreenSnapshot): string[] {
  const rows: string[] = [];
  for (let row = 0; row < size.rows; row++) {
    let line = "";
    for (let col = 0; col < size.cols; col++) {
      const cell = cells[row * size.cols + col];
      line += cell.text !== "" ? cell.text : cell.wideContinuation ? "" : " ";
    }
    rows.push(line.trimEnd());
  }
  while (rows.length > 0 && rows[rows.length - 1] === "") rows.pop();
  return rows;
}

/** A random number below a limit, from a seed. */
export function randomNumbers(seed: number): (below: number) => number {
  const random = new SeededRandom(seed);
  return (below) => random.below(below);
}
