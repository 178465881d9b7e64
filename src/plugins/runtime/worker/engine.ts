import type { Failure } from "../messages.js";
import type { JsonValue, PluginLogLevel } from "../plugin-program.js";

/** Runs the code of one plugin. Every failure is an `EngineFailure`, after which it can be called again. */
export interface Engine {
  /** Runs the plugin's own start-up code; the names of the functions that it exports. */
  load(): readonly string[];
  call(name: string, argument: JsonValue): JsonValue;
}

/** What an engine may use of the thread it runs in. */
export interface EngineHost {
  log(level: PluginLogLevel, text: string): void;
  /** The content of one of the plugin's files; throws a PluginFileError. */
  readFile(file: string): Uint8Array;
}

/** Thrown inside the worker; the main thread makes a PluginError of it. */
export class EngineFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.text);
    this.failure = failure;
  }
}
