import { InvalidArgumentError } from "../../base/index.js";
import { parseLogDirective, type Env, type LogDirective, type LoggingConfig, type Paths } from "../config/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { FileSink } from "./file-sink.js";
import { cleanupOldLogs } from "./log-files.js";
import { LogHub } from "./log-hub.js";
import { currentReceiver, setReceiver } from "./receiver.js";
import type { LineSink, TextRedactor } from "./redacting-writer.js";
import { StderrSink } from "./stderr-sink.js";

export interface LoggingOptions {
  /** Every record goes through it; the default policy unless given. */
  readonly redactor?: TextRedactor | undefined;
  /** Where PTYWRIGHT_LOG is looked up. */
  readonly env?: Env | undefined;
  readonly now?: (() => Date) | undefined;
  readonly stderr?: LineSink | undefined;
}

/** Ends logging; hold it for the life of the process, so that nothing logged is lost at its end. */
export class LogGuard implements AsyncDisposable {
  readonly #hub: LogHub;
  readonly #onExit = (): void => this.#hub.file?.flushSync();

  constructor(hub: LogHub) {
    this.#hub = hub;
    process.on("exit", this.#onExit);
  }

  /** Resolves when everything logged so far is in the file. */
  async flush(): Promise<void> {
    await this.#hub.file?.flush();
  }

  /** Writes what is waiting, closes the file and makes loggers silent again. */
  async close(): Promise<void> {
    if (currentReceiver() === this.#hub) setReceiver(undefined);
    await this.#hub.file?.close();
    process.off("exit", this.#onExit);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** File only: stderr belongs to the program in the user's terminal. */
export function initForRun(paths: Paths, config: LoggingConfig, options: LoggingOptions = {}): LogGuard {
  return start({ file: true, stderr: false }, paths, config, options);
}

/** File and stderr; stdout belongs to the protocol. */
export function initForServeStdio(paths: Paths, config: LoggingConfig, options: LoggingOptions = {}): LogGuard {
  return start({ file: true, stderr: true }, paths, config, options);
}

/** File and stderr. */
export function initForServeSocket(paths: Paths, config: LoggingConfig, options: LoggingOptions = {}): LogGuard {
  return start({ file: true, stderr: true }, paths, config, options);
}

/** Stderr only: a command that ends at once leaves nothing behind. */
export function initForOneshot(paths: Paths, config: LoggingConfig, options: LoggingOptions = {}): LogGuard {
  return start({ file: false, stderr: true }, paths, config, options);
}

function start(
  sinks: { readonly file: boolean; readonly stderr: boolean },
  paths: Paths,
  config: LoggingConfig,
  {
    redactor = RedactionPolicy.default(),
    env = process.env,
    now = () => new Date(),
    stderr = process.stderr,
  }: LoggingOptions,
): LogGuard {
  const hub = new LogHub({ directive: directiveOf(config, env), format: config.format, redactor, now });
  if (sinks.stderr) hub.stderr = new StderrSink(stderr, (count) => hub.droppedLine("stderr", count));
  if (sinks.file && config.file) {
    cleanupOldLogs(paths.logsDir, config.maxDays, now());
    hub.file = new FileSink({
      directory: () => paths.ensureLogsDir(),
      maxDays: config.maxDays,
      droppedLine: (count, time) => hub.droppedLine("the log file", count, time),
      onTrouble: (message) => hub.sayOnStderr(message),
    });
  }
  setReceiver(hub);
  return new LogGuard(hub);
}

function directiveOf(config: LoggingConfig, env: Env): LogDirective {
  const fromEnv = env["PTYWRIGHT_LOG"];
  const field = fromEnv ? "PTYWRIGHT_LOG" : "logging.level";
  const directive = parseLogDirective(fromEnv || config.level);
  if ("problem" in directive) throw new InvalidArgumentError(field, `${field} must ${directive.problem}`);
  return directive;
}
