import { InvalidArgumentError } from "../../base/index.js";
import type { LogDirective, LogLevel, LoggingConfig, Paths } from "../../home/config/index.js";
import { LOG_LEVELS, levelFor, parseLogDirective } from "../../home/config/index.js";

type Fields = Readonly<Record<string, string | number | boolean | null>>;
type Level = Exclude<LogLevel, "off">;

const MODULE = "run";

/**
 * The log of one run, in the file only. Logging is loaded with the first record that is wanted: with its redaction it
 * takes as long to load as all the rest, and by default nothing is logged.
 */
export class RunLog {
  readonly #paths: Paths;
  readonly #config: LoggingConfig;
  readonly #directive: LogDirective;
  #queue: Promise<void> | undefined;
  #close: (() => Promise<void>) | undefined;

  constructor(paths: Paths, config: LoggingConfig) {
    const directive = parseLogDirective(process.env.PTYWRIGHT_LOG || config.level);
    if ("problem" in directive)
      throw new InvalidArgumentError("PTYWRIGHT_LOG", `PTYWRIGHT_LOG must ${directive.problem}`);
    this.#paths = paths;
    this.#config = config;
    this.#directive = directive;
  }

  /** Never throws and never waits. */
  write(level: Level, message: string, fields: Fields = {}): void {
    const isWanted = LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(levelFor(this.#directive, MODULE));
    if (!isWanted || !this.#config.file) return;
    this.#queue = (this.#queue ?? this.#open()).then(async () => {
      const { logger } = await import("../../home/logging/index.js");
      logger(MODULE)[level](message, fields);
    });
  }

  /** Resolves when all of it is in the file. */
  async close(): Promise<void> {
    await this.#queue;
    await this.#close?.();
  }

  async #open(): Promise<void> {
    const { initForRun } = await import("../../home/logging/index.js");
    const guard = initForRun(this.#paths, this.#config);
    this.#close = () => guard.close();
  }
}
