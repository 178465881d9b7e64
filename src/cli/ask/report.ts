import type { AskObserver, Decision, PermissionAsked } from "../../plugins/adapter/index.js";
import type { Ending } from "./ending.js";

/** Who decided about a permission. */
export type DecidedBy = "policy" | "user";

/** Tells the user, or a program, what happens. Everything leaves it with secrets covered. */
export interface Report extends Omit<AskObserver, "onAnswered"> {
  onStarted(plugin: string): void;
  onAsked(asked: PermissionAsked): void;
  onAnswered(asked: PermissionAsked, decision: Decision, by: DecidedBy): void;
  /** Makes room on the terminal for a question, until `resume`. */
  pause(): void;
  resume(): void;
  onEnd(ending: Ending): void;
  /** Leaves nothing behind on the terminal; also when there is no time for an end. */
  clear(): void;
}
