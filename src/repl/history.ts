import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { redactedText } from "../disclosure/index.js";
import { Paths } from "../home/config/index.js";
import { openLogFile } from "../home/logging/index.js";

/** Lines that are kept; twice as many are let grow before they are cut. */
export const MAX_HISTORY_LINES = 1_000;
/** Longer ones are pasted, and nobody looks for them. */
const MAX_LINE_CHARS = 4_096;
const MAX_FILE_BYTES = 4_194_304;

/** Lines that were entered, in a private file. What is a secret elsewhere is none of it; nor is a line that begins with a blank. */
export class History {
  readonly #path: string;
  readonly #onProblem: (message: string) => void;
  #isBroken = false;

  /** `onProblem` is told once why nothing can be kept. */
  constructor(path: string, onProblem: (message: string) => void) {
    this.#path = path;
    this.#onProblem = onProblem;
  }

  /** Oldest first. */
  lines(): readonly string[] {
    const lines = this.#read();
    if (lines.length > 2 * MAX_HISTORY_LINES) this.#cut(lines.slice(-MAX_HISTORY_LINES));
    return lines.slice(-MAX_HISTORY_LINES);
  }

  /** Redacted as a whole: a key of several lines is known by its first. */
  add(entry: string): void {
    const kept = /^\s/.test(entry)
      ? []
      : redactedText(entry)
          .split("\n")
          .filter((line) => line.trim() !== "" && line.length <= MAX_LINE_CHARS);
    if (kept.length === 0) return;
    this.#guarded(() => {
      new Paths(dirname(this.#path)).ensureHome();
      append(this.#path, kept);
    });
  }

  #read(): string[] {
    let fd: number;
    try {
      fd = openSync(this.#path, "r");
    } catch {
      // There is none yet.
      return [];
    }
    try {
      const stats = fstatSync(fd);
      if (!stats.isFile()) return [];
      const start = Math.max(0, stats.size - MAX_FILE_BYTES);
      const bytes = Buffer.alloc(Math.min(stats.size, MAX_FILE_BYTES));
      const length = readSync(fd, bytes, 0, bytes.length, start);
      const lines = bytes.toString("utf8", 0, length).split("\n");
      // The first may have lost its beginning.
      return lines.slice(start > 0 ? 1 : 0).filter((line) => line !== "" && line.length <= MAX_LINE_CHARS);
    } finally {
      closeSync(fd);
    }
  }

  /** Another console may add a line at this moment, which is lost then. */
  #cut(lines: readonly string[]): void {
    const next = `${this.#path}.${process.pid}`;
    this.#guarded(() => {
      try {
        append(next, lines);
        renameSync(next, this.#path);
      } finally {
        rmSync(next, { force: true });
      }
    });
  }

  #guarded(work: () => void): void {
    if (this.#isBroken) return;
    try {
      work();
    } catch (error) {
      this.#isBroken = true;
      this.#onProblem(`lines are not kept for the next time: ${(error as Error).message}`);
    }
  }
}

function append(path: string, lines: readonly string[]): void {
  const fd = openLogFile(path);
  try {
    writeSync(fd, lines.map((line) => `${line}\n`).join(""));
  } finally {
    closeSync(fd);
  }
}
