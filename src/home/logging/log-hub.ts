import { LOG_LEVELS, levelFor, type LogDirective, type LogFormat } from "../config/index.js";
import type { FileSink } from "./file-sink.js";
import { formatRecord } from "./format-record.js";
import type { LogFields, LogReceiver, RecordLevel } from "./receiver.js";
import type { TextRedactor } from "./redacting-writer.js";
import type { StderrSink } from "./stderr-sink.js";

export interface HubOptions {
  readonly directive: LogDirective;
  readonly format: LogFormat;
  readonly redactor: TextRedactor;
  readonly now: () => Date;
}

const MAX_CACHED_MODULES = 1_000;

/** Decides, formats and hands out records. */
export class LogHub implements LogReceiver {
  readonly #options: HubOptions;
  readonly #ranks = new Map<string, number>();
  file: FileSink | undefined;
  stderr: StderrSink | undefined;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  isEnabled(level: RecordLevel, module: string): boolean {
    let rank = this.#ranks.get(module);
    if (rank === undefined) {
      rank = LOG_LEVELS.indexOf(levelFor(this.#options.directive, module));
      if (this.#ranks.size < MAX_CACHED_MODULES) this.#ranks.set(module, rank);
    }
    return LOG_LEVELS.indexOf(level) <= rank && (this.file !== undefined || this.stderr !== undefined);
  }

  receive(level: RecordLevel, module: string, message: string, fields?: LogFields): void {
    try {
      const time = this.#options.now();
      const line = this.#format(time, level, module, String(message), fields);
      this.file?.write(line, time);
      this.stderr?.write(line);
    } catch {
      // A record that cannot be made safe is not written at all, and logging never fails the work it reports on.
    }
  }

  /** The line that stands for records that were dropped. */
  droppedLine(sink: string, count: number, time = this.#options.now()): string {
    return this.#format(time, "warn", "logging", `${count} records were dropped: ${sink} could not keep up`);
  }

  /** Says on stderr alone, whatever the level, what is wrong with another sink. */
  sayOnStderr(message: string): void {
    this.stderr?.write(this.#format(this.#options.now(), "error", "logging", message));
  }

  #format(time: Date, level: RecordLevel, module: string, message: string, fields?: LogFields): string {
    return formatRecord({ time, level, module, message, fields }, this.#options.format, this.#options.redactor);
  }
}
