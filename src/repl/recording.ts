import { closeSync, constants, openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { redactedText } from "../disclosure/index.js";

const { O_WRONLY, O_CREAT, O_EXCL } = constants;
const PRIVATE = 0o600;

/** Writes what is entered, and what is answered as comments, into a new private file: a script that a console can run again. */
export class Recording {
  readonly path: string;
  readonly #fd: number;

  /** Throws, with what to do, if the file is there already or cannot be made. */
  constructor(path: string) {
    this.path = resolve(path);
    try {
      this.#fd = openSync(this.path, O_WRONLY | O_CREAT | O_EXCL, PRIVATE);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === "EEXIST" ? "there is such a file already; name another" : message;
      throw new Error(`cannot record into ${this.path}: ${why}`, { cause: error });
    }
  }

  /** Everything of one entry at once: a secret may begin in one line and end in another. */
  write(entry: string, answers: readonly string[]): void {
    const comments = answers.flatMap((text) => text.split("\n").map((line) => `-- ${line}`.trimEnd()));
    writeSync(this.#fd, redactedText(`${[entry, ...comments].join("\n")}\n`));
  }

  close(): void {
    closeSync(this.#fd);
  }
}
