import { existsSync, watch } from "node:fs";
import { listLogFiles } from "../../logging/index.js";
import { BLOCK_BYTES, lastLines } from "./last-lines.js";
import { LineFilter } from "./line-filter.js";
import { LogFileReader } from "./log-file-reader.js";

interface LogFile {
  readonly day: string;
  readonly path: string;
}

/** Writes a log file's end, then what is added to it, then the files of the days after it. */
export class LogFollower {
  readonly #directory: string;
  readonly #filter: Buffer | undefined;
  readonly #output: NodeJS.WriteStream;

  constructor(directory: string, filter: string | undefined, output: NodeJS.WriteStream) {
    this.#directory = directory;
    this.#filter = filter === undefined ? undefined : Buffer.from(filter);
    this.#output = output;
  }

  /** Never resolves; rejects when there is nothing left to follow. */
  async follow(first: LogFile, lines: number): Promise<never> {
    // Before anything is read, so that nothing happens unseen between the reading and the watching.
    const changes = new Changes(this.#directory);
    try {
      let opened = await this.#open(first);
      let position = await this.#showLastLines(opened.file, lines);
      for (;;) {
        position = await this.#showFrom(opened, position);
        const next = this.#successorOf(opened);
        if (next === undefined) {
          await changes.next();
          if (opened.file.size >= position) continue;
        }
        position = await this.#showFrom(opened, position);
        // A newer day's file, another file of this name, or this one emptied: what was not ended will not be.
        await this.#write(opened.lines.end());
        opened.file.close();
        opened = await this.#open(next ?? opened);
        position = 0;
      }
    } finally {
      changes.close();
    }
  }

  async #open({ day, path }: LogFile): Promise<LogFile & { file: LogFileReader; lines: LineFilter }> {
    const file = new LogFileReader(path);
    await this.#write(Buffer.from(`==> tailing ${path} <==\n`));
    return { day, path, file, lines: new LineFilter(this.#filter) };
  }

  async #showLastLines(file: LogFileReader, count: number): Promise<number> {
    const { ranges, end } = lastLines(file, count, this.#filter);
    for (const range of ranges)
      for (let at = range.start; at < range.end; at += BLOCK_BYTES)
        await this.#write(file.read(at, Math.min(range.end, at + BLOCK_BYTES)));
    return end;
  }

  async #showFrom({ file, lines }: { file: LogFileReader; lines: LineFilter }, start: number): Promise<number> {
    for (let position = start; ;) {
      const bytes = file.read(position, position + BLOCK_BYTES);
      if (bytes.length === 0) return position;
      position += bytes.length;
      await this.#write(lines.push(bytes));
    }
  }

  #successorOf({ day, path, file }: LogFile & { file: LogFileReader }): LogFile | undefined {
    const files = listLogFiles(this.#directory);
    if (files.length === 0 && !existsSync(this.#directory))
      throw new Error(`the log directory ${this.#directory} is gone`);
    const newer = files.find((one) => one.day > day);
    return newer ?? (file.isReplaced ? { day, path } : undefined);
  }

  async #write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0 || this.#output.write(bytes)) return;
    // Not `events.once`: it would listen for errors too, and a reader that went away is dealt with elsewhere.
    await new Promise<void>((resolve) => this.#output.once("drain", resolve));
  }
}

/** Tells that something in a directory changed since it was last asked. */
class Changes {
  readonly #watcher;
  #hasChanged = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(directory: string) {
    this.#watcher = watch(directory, () => this.#changed());
    this.#watcher.on("error", (error) => {
      this.#failure = error;
      this.#changed();
    });
  }

  async next(): Promise<void> {
    if (!this.#hasChanged) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#hasChanged = false;
    if (this.#failure !== undefined) throw this.#failure;
  }

  close(): void {
    this.#watcher.close();
  }

  #changed(): void {
    this.#hasChanged = true;
    this.#wake?.();
    this.#wake = undefined;
  }
}
