import type { WireNewTurnEvent, WireTurnEvent } from "../../protocol/index.js";

/** Something that happened within a turn. */
export type TurnEvent = WireTurnEvent;

/** An event as a plugin gives it: the host numbers those that have no number. */
export type NewTurnEvent = WireNewTurnEvent;

/** A marker to be set in the transcript, where it ended when the classifier looked. */
export interface HostMark {
  readonly label: string;
}

/** What a classifier answers. */
export interface Classification {
  readonly state: string;
  readonly confidence: number;
  readonly evidence: string;
  readonly sequence: number;
  readonly candidates: readonly unknown[];
  readonly metadata?: unknown;
  readonly hostMarks?: readonly HostMark[] | undefined;
  readonly events?: readonly NewTurnEvent[] | undefined;
}

/** What the program is doing, as its extension sees it. The words in `state` are the extension's own. */
export interface ExtensionState extends Omit<Classification, "events"> {
  readonly events?: readonly TurnEvent[] | undefined;
}

/** The state of a program that shows what its extension does not know. */
export const UNKNOWN_STATE = "unknown";

/** The state of a program whose extension failed to look at it. */
export const PLUGIN_ERROR_STATE = "plugin_error";
