import type { ExtensionState, NewTurnEvent, TurnEvent } from "../../protocol/index.js";

export type { ExtensionState, NewTurnEvent, TurnEvent };

/** A marker to set at the end that the transcript had when it was classified. */
export type HostMark = NonNullable<ExtensionState["hostMarks"]>[number];

/** What a classifier answers. */
export interface Classification extends Omit<ExtensionState, "events"> {
  readonly events?: readonly NewTurnEvent[] | undefined;
}

/** The state of a screen that the extension does not recognise. */
export const UNKNOWN_STATE = "unknown";

/** The state if the extension failed. */
export const PLUGIN_ERROR_STATE = "plugin_error";
