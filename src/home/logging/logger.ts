import { currentReceiver, type LogFields, type RecordLevel } from "./receiver.js";

/** Writes records under one module's name. No call throws or waits. */
export interface Logger {
  /** True when such records go anywhere; for callers whose fields cost something to gather. */
  isEnabled(level: RecordLevel): boolean;
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  trace(message: string, fields?: LogFields): void;
}

/** The logger of a module, usable before logging is set up (and silent until then). */
export function logger(module: string): Logger {
  const at =
    (level: RecordLevel) =>
    (message: string, fields?: LogFields): void => {
      const receiver = currentReceiver();
      if (receiver?.isEnabled(level, module) === true) receiver.receive(level, module, message, fields);
    };
  return {
    isEnabled: (level) => currentReceiver()?.isEnabled(level, module) === true,
    error: at("error"),
    warn: at("warn"),
    info: at("info"),
    debug: at("debug"),
    trace: at("trace"),
  };
}
