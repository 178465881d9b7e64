import { closeSync, write, writeSync } from "node:fs";
import { join } from "node:path";
import { cleanupOldLogs, logDay, logFileName, openLogFile } from "./log-files.js";

export interface FileSinkOptions {
  /** Creates the directory if need be and returns it; called when the first record is written. */
  readonly directory: () => string;
  readonly maxDays: number;
  /** A line that tells how many records are missing at this place. */
  readonly droppedLine: (count: number, time: Date) => string;
  /** Called once, when the file cannot be opened or written. */
  readonly onTrouble: (message: string) => void;
  readonly open?: ((path: string) => number) | undefined;
}

/** A line, or the place of `dropped` lines there was no room for. */
interface Entry {
  readonly time: Date;
  readonly bytes: Buffer | undefined;
  dropped: number;
}

const MAX_PENDING_BYTES = 1_048_576;
/** After a failure the file is left alone for this long, by the records' own clock. */
const RETRY_MS = 30_000;

/** Appends lines to the file of their day, in order and in the background. When it cannot keep up it drops, and says how many. */
export class FileSink {
  readonly #options: FileSinkOptions;
  #pending: Entry[] = [];
  #pendingBytes = 0;
  /** Lines lost because there was no file to write them to. */
  #lost = 0;
  #file: { readonly fd: number; readonly day: string } | undefined;
  #retryAt = 0;
  #hadTrouble = false;
  #running: Promise<void> | undefined;

  constructor(options: FileSinkOptions) {
    this.#options = options;
  }

  write(line: string, time: Date): void {
    const bytes = Buffer.from(line);
    const last = this.#pending.at(-1);
    if (this.#pendingBytes + bytes.length <= MAX_PENDING_BYTES) {
      this.#pending.push({ time, bytes, dropped: 0 });
      this.#pendingBytes += bytes.length;
    } else if (last !== undefined && last.dropped > 0) last.dropped++;
    else this.#pending.push({ time, bytes: undefined, dropped: 1 });
    // Not at once: what is logged in the same turn of the event loop goes out in one write.
    this.#running ??= new Promise((resolve) => setImmediate(() => void this.#run().then(resolve)));
  }

  /** Resolves when everything logged so far has been written or given up. */
  async flush(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** Writes what is waiting before the process ends. What is being written already is finished by the runtime's own shutdown. */
  flushSync(): void {
    while (this.#pending.length > 0) {
      const { fd, bytes, count } = this.#takeBatch();
      if (fd === undefined) continue;
      try {
        for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
      } catch (error) {
        this.#trouble(error, count);
      }
    }
  }

  async close(): Promise<void> {
    await this.flush();
    this.#closeFile();
  }

  async #run(): Promise<void> {
    while (this.#pending.length > 0) {
      const { fd, bytes, count } = this.#takeBatch();
      if (fd !== undefined) {
        try {
          await writeAll(fd, bytes);
        } catch (error) {
          this.#trouble(error, count);
        }
      }
      this.#pendingBytes = this.#pending.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
    }
    this.#running = undefined;
  }

  /** The waiting lines of one day, and the file for them if it can be had; without one they are lost. */
  #takeBatch(): { fd: number | undefined; bytes: Buffer; count: number } {
    const { time } = this.#pending[0];
    const day = logDay(time);
    const other = this.#pending.findIndex((entry) => logDay(entry.time) !== day);
    const entries = this.#pending.splice(0, other === -1 ? this.#pending.length : other);
    const count = entries.reduce((sum, { dropped }) => sum + (dropped || 1), 0);
    const fd = this.#fileFor(day, time);
    if (fd === undefined) {
      this.#lost += count;
      return { fd, bytes: Buffer.alloc(0), count };
    }
    if (this.#lost > 0) entries.unshift({ time, bytes: undefined, dropped: this.#lost });
    this.#lost = 0;
    const parts = entries.map(
      (entry) => entry.bytes ?? Buffer.from(this.#options.droppedLine(entry.dropped, entry.time)),
    );
    return { fd, bytes: Buffer.concat(parts), count };
  }

  #fileFor(day: string, time: Date): number | undefined {
    if (this.#file?.day === day) return this.#file.fd;
    this.#closeFile();
    // Earlier than the failure itself: the clock was set back, and says nothing of how long ago that was.
    const waitMs = this.#retryAt - time.getTime();
    if (waitMs > 0 && waitMs <= RETRY_MS) return undefined;
    try {
      const directory = this.#options.directory();
      cleanupOldLogs(directory, this.#options.maxDays, time);
      const fd = (this.#options.open ?? openLogFile)(join(directory, logFileName(day)));
      this.#file = { fd, day };
      return fd;
    } catch (error) {
      this.#retryAt = time.getTime() + RETRY_MS;
      this.#trouble(error, 0);
      return undefined;
    }
  }

  #trouble(error: unknown, lost: number): void {
    this.#lost += lost;
    if (this.#hadTrouble) return;
    this.#hadTrouble = true;
    this.#options.onTrouble(`cannot write the log file: ${(error as Error).message}`);
  }

  #closeFile(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    try {
      closeSync(file.fd);
    } catch {
      // Whatever was lost with it was reported by the write that failed.
    }
  }
}

async function writeAll(fd: number, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += await new Promise<number>((resolve, reject) =>
      write(fd, bytes, written, (error, count) => (error === null ? resolve(count) : reject(error))),
    );
}
