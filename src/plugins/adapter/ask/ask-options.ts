import type { Look } from "../../extension/index.js";
import type { PermissionAsked } from "./permission-asked.js";

export type Decision = "approve" | "deny";

/** Is told what happens, as it happens. */
export interface AskObserver {
  /** After every look, with the events that it found. */
  onLook(look: Look): void;
  onPromptSent(look: Look): void;
  onTrusted(look: Look): void;
  onAnswered(asked: PermissionAsked, decision: Decision): void;
  /** What was to be approved cannot be: it is denied. */
  onNotApprovable(asked: PermissionAsked, error: Error): void;
}

export interface AskOptions {
  readonly prompt: string;
  /** The program may work where it was started. */
  readonly trust: boolean;
  /** Everything is allowed, so that it need not ask. */
  readonly allowsAll: boolean;
  /** Whether the program may do what it asks for, this once. */
  readonly decide: (asked: PermissionAsked) => Promise<Decision>;
  readonly observer: AskObserver;
  /** Stops the turn; what was asked is then cancelled in the program too. */
  readonly signal: AbortSignal;
}
