/**
 * home: the runtime directory: where it is, what config.toml says, where diagnostics go. This is the door of "ptywright/home"; within the
 * package its folders are used. Should avoid: logic.
 */
export { ConfigError } from "../base/index.js";
export type { LogFormat, LoggingConfig, LogLevel } from "./config/index.js";
export { Config, LOG_LEVELS, Paths, expandTilde } from "./config/index.js";
export type { LineSink, LogFields, LogGuard, Logger, LoggingOptions, TextRedactor } from "./logging/index.js";
export {
  RedactingWriter,
  cleanupOldLogs,
  initForOneshot,
  initForRun,
  initForServeSocket,
  initForServeStdio,
  logger,
} from "./logging/index.js";
