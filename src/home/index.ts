/**
 * home: the runtime directory. Where is it, what does config.toml say, where do diagnostics go?
 * This file is the entry "ptywright/home"; within the package the folders are imported directly. It holds no logic.
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
