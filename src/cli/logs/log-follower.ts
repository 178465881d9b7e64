import { existsSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { escapeControls, escapeText } from "../../base/index.js";
import { listLogFiles } from "../../home/logging/index.js";
import { DirectoryChanges } from "./directory-changes.js";
import { BLOCK_BYTES, lastLines, type ByteRange } from "./last-lines.js";
import { LineFilter } from "./line-filter.js";
import { LogFileReader } from "./log-file-reader.js";

interface LogFile {
  readonly day: string;
  readonly path: string;
}

interface OpenLogFile extends LogFile {
  readonly file: LogFileReader;
  readonly lines: LineFilter;
}

/** Writes a log file's end, then what is added to it, then the files of the days after it. */
export class LogFollower {
  readonly #directory: string;
  readonly #filter: Buffer | undefined;
  readonly #output: NodeJS.WriteStream;
  /** A character may begin in one block and end in the next. */
  readonly #decoder = new StringDecoder();

  constructor(directory: string, filter: string | undefined, output: NodeJS.WriteStream) {
    this.#directory = directory;
    this.#filter = filter === undefined ? undefined : Buffer.from(filter);
    this.#output = output;
  }

  /** Never resolves; rejects when there is nothing left to follow. */
  async follow(first: LogFile, lines: number): Promise<never> {
    // Before anything is read, so that nothing happens unseen between the reading and the watching.
    const changes = new DirectoryChanges(this.#directory);
    try {
      let opened = this.#open(first);
      // Before the header is written: from the header on, nothing that is logged may be missed.
      const { ranges, end } = lastLines(opened.file, lines, this.#filter);
      let position = end;
      await this.#showHeader(opened);
      await this.#showRanges(opened.file, ranges);
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
        opened = this.#open(next ?? opened);
        position = 0;
        await this.#showHeader(opened);
      }
    } finally {
      changes.close();
    }
  }

  #open({ day, path }: LogFile): OpenLogFile {
    return { day, path, file: new LogFileReader(path), lines: new LineFilter(this.#filter) };
  }

  async #showHeader({ path }: LogFile): Promise<void> {
    await this.#write(Buffer.from(`==> tailing ${escapeControls(path)} <==\n`));
  }

  async #showRanges(file: LogFileReader, ranges: readonly ByteRange[]): Promise<void> {
    for (const range of ranges)
      for (let at = range.start; at < range.end; at += BLOCK_BYTES)
        await this.#write(file.read(at, Math.min(range.end, at + BLOCK_BYTES)));
  }

  async #showFrom({ file, lines }: OpenLogFile, start: number): Promise<number> {
    for (let position = start; ;) {
      const bytes = file.read(position, position + BLOCK_BYTES);
      if (bytes.length === 0) return position;
      position += bytes.length;
      await this.#write(lines.push(bytes));
    }
  }

  #successorOf({ day, path, file }: OpenLogFile): LogFile | undefined {
    const files = listLogFiles(this.#directory);
    if (files.length === 0 && !existsSync(this.#directory))
      throw new Error(`the log directory ${this.#directory} is gone`);
    const newer = files.find((one) => one.day > day);
    return newer ?? (file.isReplaced ? { day, path } : undefined);
  }

  async #write(bytes: Buffer): Promise<void> {
    // No record of ours has what a terminal would obey, but others may have written to the file.
    const text = escapeText(this.#decoder.write(bytes));
    if (text === "" || this.#output.write(text)) return;
    // Not `events.once`: it would listen for errors too, and a reader that went away is dealt with elsewhere.
    await new Promise<void>((resolve) => this.#output.once("drain", resolve));
  }
}
