import type { Look } from "../../extension/index.js";
import type { PermissionAsked } from "./permission-asked.js";

export type Decision = "approve" | "deny";

/** Who decided about a permission. */
export type DecidedBy = "policy" | "user";

export interface PermissionDecision {
  readonly decision: Decision;
  readonly by: DecidedBy;
}

/** Is called with what happens, as it happens. */
export interface AskObserver {
  /** After every classification, with the events that it found. */
  onLook(look: Look): void;
  onPromptSent(look: Look): void;
  onTrusted(look: Look): void;
  /** Before it is decided. */
  onAsked(asked: PermissionAsked): void;
  onAnswered(asked: PermissionAsked, decision: Decision, by: DecidedBy): void;
  /** An approval was refused by the plugin, so it is denied. */
  onNotApprovable(asked: PermissionAsked, error: Error): void;
}

export interface AskOptions {
  readonly prompt: string;
  /** Accepts the question whether the program may work in its directory. */
  readonly trust: boolean;
  /** Everything is allowed, so that a mode without questions is fine. */
  readonly allowsAll: boolean;
  /** Whether the program may do what it asks for, this once. */
  readonly decide: (asked: PermissionAsked) => Promise<PermissionDecision>;
  readonly observer: AskObserver;
  /** Stops the turn, and cancels it in the program too. */
  readonly signal: AbortSignal;
}
