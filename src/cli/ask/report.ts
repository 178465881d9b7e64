import type { AskObserver } from "../../plugins/adapter/index.js";
import type { Look } from "../../plugins/extension/index.js";
import type { Ending } from "./ending.js";

/** Writes what happens, for a person or a program. All output is redacted. */
export interface Report extends AskObserver {
  onStarted(plugin: string): void;
  /** A piece of the answer of a program that tells it as it comes. */
  onText(text: string, look: Look): void;
  /** Clears the terminal for a question, until `resume`. */
  pause(): void;
  resume(): void;
  onEnd(ending: Ending): void;
  /** Removes the status line from the terminal, also at a sudden end. */
  clear(): void;
}
