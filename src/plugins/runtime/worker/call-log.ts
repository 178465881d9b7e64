import { MAX_PLUGIN_LOG_CHARS, MAX_PLUGIN_LOG_LINES } from "../../../base/index.js";
import type { PluginLogLevel } from "../plugin-program.js";

type Sink = (level: PluginLogLevel, text: string) => void;

/** Passes on what a call logs, as it comes, up to a number of lines: the main thread has to take each. */
export class CallLog {
  readonly #sink: Sink;
  #lines = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  write(level: PluginLogLevel, text: string): void {
    if (++this.#lines > MAX_PLUGIN_LOG_LINES) return;
    const isLong = text.length > MAX_PLUGIN_LOG_CHARS;
    this.#sink(level, isLong ? `${text.slice(0, MAX_PLUGIN_LOG_CHARS)}…` : text);
  }

  /** The call is over: says how much of its log was dropped. */
  end(): void {
    const dropped = this.#lines - MAX_PLUGIN_LOG_LINES;
    this.#lines = 0;
    if (dropped > 0) this.#sink("warn", `${dropped} more log lines of this call were dropped`);
  }
}
