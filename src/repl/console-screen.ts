import type { Interface } from "node:readline";
import { written } from "./written.js";

/** Smaller ones have room for the console alone. */
const LEAST_ROWS = 16;
const LEAST_COLS = 40;
/** What is drawn again when the terminal has another size. */
const MAX_RECENT_LINES = 500;

const SAVE = "\x1b[?2026h\x1b7\x1b[?25l\x1b[?7l";
const BACK = "\x1b[?7h\x1b[?25h\x1b8\x1b[?2026l";
const CLEAR = "\x1b[m\x1b[r\x1b[H\x1b[2J";
const moveTo = (row: number): string => `\x1b[${row + 1};1H`;

/** The terminal of a console: a preview above, lines that scroll below, and the line that is edited at their end. */
export class ConsoleScreen {
  readonly #output: NodeJS.WriteStream;
  readonly #isDumb: boolean;
  readonly #recent: string[] = [];
  #line: Interface | undefined;
  /** Somebody else has the terminal: what is printed is shown when it is painted again. */
  isAway = false;
  #wantsPreview: boolean;
  #drawn: string[] = [];
  /** The rows that are the preview's now. */
  #above = 0;

  constructor(output: NodeJS.WriteStream, isDumb: boolean) {
    this.#output = output;
    this.#isDumb = isDumb;
    this.#wantsPreview = !isDumb;
  }

  /** The line that is edited: what is printed goes above it. */
  edits(line: Interface | undefined): void {
    this.#line = line;
  }

  /** Undefined if there is none, or no room for it. */
  get place(): { readonly rows: number; readonly cols: number } | undefined {
    const { rows = 0, columns: cols = 0 } = this.#output;
    if (!this.#wantsPreview || rows < LEAST_ROWS || cols < LEAST_COLS) return undefined;
    return { rows: Math.floor(rows / 2), cols };
  }

  get wantsPreview(): boolean {
    return this.#wantsPreview;
  }

  /** Without it, all that is remembered is printed anew: the terminal's own scrolling reaches it then. */
  set wantsPreview(isWanted: boolean) {
    this.#wantsPreview = isWanted && !this.#isDumb;
    this.repaint(isWanted ? undefined : MAX_RECENT_LINES);
  }

  /** The lines that can be seen at once below the preview; undefined if the terminal can scroll back to all of them. */
  get room(): number | undefined {
    return this.#above === 0 ? undefined : (this.#output.rows ?? 0) - this.#above - 1;
  }

  /** Prints lines above the one that is edited. Resolves when the terminal has taken them. */
  print(text: string): Promise<void> {
    this.remember(text);
    if (this.isAway) return Promise.resolve();
    if (this.#line === undefined) return this.#write(`${text}\n`);
    if (this.#isDumb) return this.#write(this.#afterDumbLine(`${text}\n`));
    const { rows } = this.#line.getCursorPos();
    const start = `${rows > 0 ? `\x1b[${rows}A` : ""}\r\x1b[J`;
    // Drawing the line again begins by going up these rows.
    const written = this.#write(`${start}${text}\n${"\n".repeat(rows)}`);
    this.#line.prompt(true);
    return written;
  }

  /** What stands before it cannot be drawn over, and so is written again behind it. */
  #afterDumbLine(text: string): string {
    const edited = `${this.#line?.getPrompt() ?? ""}${this.#line?.line ?? ""}`;
    return edited === "" ? text : `\n${text}${edited}`;
  }

  /** What was printed by others, as by whoever edits the line. */
  remember(text: string): void {
    this.#recent.push(...text.split("\n").slice(-MAX_RECENT_LINES));
    this.#recent.splice(0, this.#recent.length - MAX_RECENT_LINES);
  }

  /** Draws the rows of the preview that have changed. */
  draw(rows: readonly string[]): Promise<void> {
    if (this.#above === 0 || this.isAway) return Promise.resolve();
    const changed = rows.slice(0, this.#above).flatMap((row, at) => {
      if (row === this.#drawn[at]) return [];
      this.#drawn[at] = row;
      return [`${moveTo(at)}\x1b[m\x1b[K${row}\x1b[m`];
    });
    return changed.length === 0 ? Promise.resolve() : this.#write(SAVE + changed.join("") + BACK);
  }

  /** Everything anew: at the start, for another size, and when somebody else had the terminal. */
  repaint(lines?: number): void {
    if (this.#isDumb || this.isAway) return;
    const { rows = 24, columns = 80 } = this.#output;
    this.#drawn = [];
    this.#above = this.place?.rows ?? 0;
    const room = lines ?? rows - this.#above - 1;
    const kept: string[] = [];
    let used = 0;
    for (const line of this.#recent.toReversed()) {
      used += Math.max(1, Math.ceil(line.length / columns));
      if (used > room) break;
      kept.unshift(line);
    }
    const region = this.#above === 0 ? "" : `\x1b[${this.#above + 1};${rows}r`;
    const editedRows = this.#line?.getCursorPos().rows ?? 0;
    const text = kept.map((line) => `${line}\n`).join("");
    void this.#write(`${CLEAR}${region}${moveTo(this.#above)}${text}${"\n".repeat(editedRows)}`);
    this.#line?.prompt(true);
  }

  /** Makes room: what stands in the terminal scrolls away instead of being drawn over. */
  open(): void {
    if (this.place === undefined) {
      this.#line?.prompt();
      return;
    }
    void this.#write("\n".repeat(this.#output.rows ?? 0));
    this.repaint();
  }

  /** What leaves the terminal as it was, with what was printed still there. */
  leaving(): string {
    if (this.#above === 0) return "";
    const blank = Array.from({ length: this.#above }, (_, at) => `${moveTo(at)}\x1b[K`).join("");
    this.#above = 0;
    // The cursor stays where it is.
    return `\x1b7\x1b[m${blank}\x1b[r\x1b8\x1b[?25h\x1b[?7h`;
  }

  #write(text: string): Promise<void> {
    return written(this.#output, text);
  }
}
