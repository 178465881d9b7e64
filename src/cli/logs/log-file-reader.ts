import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";

/** An open log file, read at any place. */
export class LogFileReader {
  readonly path: string;
  readonly #fd: number;

  constructor(path: string) {
    this.path = path;
    // A FIFO of that name must not hold us up, nor a link lead us elsewhere; Windows has neither flag.
    const guards = [constants.O_NOFOLLOW, constants.O_NONBLOCK] as (number | undefined)[];
    this.#fd = openSync(
      path,
      guards.reduce<number>((all, flag) => all | (flag ?? 0), constants.O_RDONLY),
    );
  }

  get size(): number {
    return fstatSync(this.#fd).size;
  }

  /** True once another file has its name. */
  get isReplaced(): boolean {
    const now = lstatSync(this.path, { throwIfNoEntry: false });
    const ours = fstatSync(this.#fd);
    return now?.isFile() === true && (now.ino !== ours.ino || now.dev !== ours.dev);
  }

  /** The bytes of a range; fewer where the file ends before it. */
  read(start: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafe(end - start);
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(this.#fd, bytes, filled, bytes.length - filled, start + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  }

  close(): void {
    closeSync(this.#fd);
  }
}
