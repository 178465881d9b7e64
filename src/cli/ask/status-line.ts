import { hasColors } from "../has-colors.js";

const TICK_MS = 1_000;
/** To the line below and back: room for it is made first, because a terminal that scrolls moves what it was told to keep in mind. */
const BELOW = "\x1bD\x1b[A\x1b7\r\n";
const BACK = "\x1b8";
const ERASE_LINE = "\x1b[K";

/**
 * One line on stderr that says what the program is doing and for how long, where stderr is a terminal. Behind a line of the answer
 * that has not ended it stands below it.
 */
export class StatusLine {
  readonly #stream = process.stderr;
  readonly #isShown = this.#stream.isTTY && process.env["TERM"] !== "dumb";
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #text: string | undefined;
  /** The unfinished line of the answer, where it is on the same terminal. */
  #openLine = "";
  #drawn: "here" | "below" | undefined;
  #isPaused = false;

  constructor() {
    if (this.#isShown) this.#timer = setInterval(() => this.#draw(), TICK_MS).unref();
  }

  show(text: string): void {
    this.#text = text;
    this.#draw();
  }

  /** Makes room for something else; `show` or the next second brings it back. */
  erase(): void {
    if (this.#drawn === "here") this.#stream.write(`\r${ERASE_LINE}`);
    if (this.#drawn === "below") this.#stream.write(`${BELOW}${ERASE_LINE}${BACK}`);
    this.#drawn = undefined;
  }

  /** Stays away until `resume`. */
  pause(): void {
    this.erase();
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#draw();
  }

  /** The answer goes on behind this on the terminal that the status line is on. */
  behind(openLine: string): void {
    this.#openLine = openLine;
  }

  end(): void {
    clearInterval(this.#timer);
    this.erase();
    this.#text = undefined;
  }

  #draw(): void {
    if (!this.#isShown || this.#isPaused || this.#text === undefined) return;
    this.erase();
    const { columns = 80 } = this.#stream;
    // A line that may fill the row leaves the cursor where no terminal can bring it back to.
    if (this.#openLine.length * 2 >= columns) return;
    const seconds = Math.floor((performance.now() - this.#startedAt) / 1_000);
    const line = `… ${this.#text} ${seconds}s`.slice(0, columns - 1);
    const said = hasColors(this.#stream) ? `\x1b[2m${line}\x1b[22m` : line;
    this.#stream.write(this.#openLine === "" ? `\r${ERASE_LINE}${said}` : `${BELOW}${ERASE_LINE}${said}${BACK}`);
    this.#drawn = this.#openLine === "" ? "here" : "below";
  }
}
