import { spawnSync } from "node:child_process";
import { closeSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { DEFAULT_COLS, DEFAULT_ROWS, MAX_TERMINAL_SIDE } from "../base/index.js";

/** A terminal that takes nothing for so long is not there any more. */
const STTY_TIMEOUT_MS = 1_000;
const LAST_WRITE_TRIES = 20;
const LAST_WRITE_PAUSE_MS = 10;

interface Size {
  readonly rows: number;
  readonly cols: number;
}

/** The terminal that the user sits at, as far as stdin and stdout are one. */
export class UserTerminal {
  /** Both stdin and stdout are a terminal. */
  readonly isInteractive = isatty(0) && isatty(1);
  readonly isOutput = isatty(1);
  readonly #terminals = [0, 1, 2].filter((fd) => isatty(fd));
  #isRaw = false;
  #onResize: (() => void) | undefined;
  readonly #stopped = (): void => this.#stop();
  readonly #continued = (): void => this.#continue();

  /** Undefined if there is none, or one that does not know its size. */
  get size(): Size | undefined {
    if (!this.isOutput) return undefined;
    const { rows, columns } = process.stdout;
    if (!(rows > 0 && columns > 0)) return undefined;
    return { rows: Math.min(rows, MAX_TERMINAL_SIDE), cols: Math.min(columns, MAX_TERMINAL_SIDE) };
  }

  /** Every key to the program, every byte to the screen, until `restore`. */
  makeRaw(onResize: () => void): void {
    if (!this.isInteractive) return;
    // A terminal that goes away is handled as the end of input.
    process.stdin.on("error", () => undefined);
    this.#setRaw();
    this.#onResize = onResize;
    process.stdout.on("resize", onResize);
    process.on("SIGCONT", this.#continued);
    process.on("SIGTSTP", this.#stopped);
  }

  /** As it was before. Calling it again changes nothing. */
  restore(): void {
    this.#leaveRaw();
    this.#letGo();
  }

  #leaveRaw(): void {
    if (!this.#isRaw) return;
    this.#isRaw = false;
    if (this.#onResize !== undefined) process.stdout.off("resize", this.#onResize);
    process.off("SIGCONT", this.#continued);
    process.off("SIGTSTP", this.#stopped);
    process.stdin.setRawMode(false);
  }

  /** At its exit Node sets up each terminal as it found it, and aborts if one has gone away. */
  #letGo(): void {
    for (const fd of this.#terminals.splice(0)) if (!isatty(fd)) closeSync(fd);
  }

  /** For the very end, when nothing can be waited for. A terminal that takes nothing is given up soon. */
  writeNow(text: string): void {
    if (text === "" || !this.isOutput) return;
    const bytes = Buffer.from(text);
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let done = 0, tries = 0; done < bytes.length && tries < LAST_WRITE_TRIES; tries++) {
      try {
        done += writeSync(1, bytes, done);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
        Atomics.wait(pause, 0, 0, LAST_WRITE_PAUSE_MS);
      }
    }
  }

  #setRaw(): void {
    this.#isRaw = true;
    process.stdin.setRawMode(true);
    // Node leaves output processing on, which turns a program's "cursor down" into a new line, and some of the input's.
    const args = ["raw", "-echo", "-iexten"];
    spawnSync("stty", args, { stdio: ["inherit", "ignore", "ignore"], timeout: STTY_TIMEOUT_MS });
  }

  #stop(): void {
    process.stdin.setRawMode(false);
    process.kill(process.pid, "SIGSTOP");
  }

  /** Whoever had the terminal in the meantime may have changed everything about it. */
  #continue(): void {
    // Node believes that it is raw, and would do nothing.
    process.stdin.setRawMode(false);
    this.#setRaw();
    // Makes stdout read its size.
    process.emit("SIGWINCH");
    this.#onResize?.();
  }
}

/** What is not said otherwise: the user's terminal, else the default. */
export function sizeFor(
  wanted: { rows?: number | undefined; cols?: number | undefined },
  real: Size | undefined,
): Size {
  return {
    rows: wanted.rows ?? real?.rows ?? DEFAULT_ROWS,
    cols: wanted.cols ?? real?.cols ?? DEFAULT_COLS,
  };
}
