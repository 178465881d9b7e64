import type { Action as AnyAction } from "../../protocol/index.js";
import { parseKey, type Key } from "./keys.js";

/** Everything that can be done to a session. */
export type Action = AnyAction;
type ActionOf<T extends Action["type"]> = Extract<Action, { readonly type: T }>;

/** A size to take on; pixel sizes default to those the terminal already has. */
export type ActionSize = ActionOf<"resize">["size"];
/** One mouse event at a cell; row and column count from zero. */
export type MouseAction = ActionOf<"mouse">;
export type MouseKind = MouseAction["kind"];
export type MouseButton = NonNullable<MouseAction["button"]>;
export type Signal = ActionOf<"signal">["signal"];

/** Constructors, one for each kind of action. They do not check ranges; `validateAction` does, when the action is used. */
export const Action = {
  text: (text: string): Action => ({ type: "text", text }),
  /** Types in pieces with a pause after each, for programs that take a fast burst for a paste. */
  streamText: (text: string, pace: { chunkChars?: number; delayMs?: number } = {}): Action => ({
    type: "stream_text",
    text,
    ...pace,
  }),
  /** Takes any spelling `parseKey` knows, such as `"ctrl-c"`. */
  key: (key: Key | (string & {})): Action => ({ type: "key", key: parseKey(key) }),
  paste: (text: string): Action => ({ type: "paste", text }),
  bracketedPaste: (text: string): Action => ({ type: "bracketed_paste", text }),
  resize: (size: ActionSize): Action => ({ type: "resize", size }),
  interrupt: (): Action => ({ type: "interrupt" }),
  eof: (): Action => ({ type: "eof" }),
  signal: (signal: Signal): Action => ({ type: "signal", signal }),
  kill: (): Action => ({ type: "kill" }),
  markTranscript: (label: string): Action => ({ type: "mark_transcript", label }),
  mouse: (mouse: Omit<MouseAction, "type">): MouseAction => ({ type: "mouse", ...mouse }),
};
