import type { ExtensionState, NewTurnEvent, TurnEvent } from "../../protocol/index.js";

export type { ExtensionState, NewTurnEvent, TurnEvent };

/** A marker to be set in the transcript, where it ended when the classifier looked. */
export type HostMark = NonNullable<ExtensionState["hostMarks"]>[number];

/** What a classifier answers. */
export interface Classification extends Omit<ExtensionState, "events"> {
  readonly events?: readonly NewTurnEvent[] | undefined;
}

/** The state of a program that shows what its extension does not know. */
export const UNKNOWN_STATE = "unknown";

/** The state of a program whose extension failed to look at it. */
export const PLUGIN_ERROR_STATE = "plugin_error";
