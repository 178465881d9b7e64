import type { Key } from "./keys.js";
import { parseKey } from "./parse-key.js";
import type { Signal } from "./signal.js";

/** A size to take on; pixel sizes default to those the terminal already has. */
export interface ActionSize {
  readonly rows: number;
  readonly cols: number;
  readonly pixelWidth?: number | undefined;
  readonly pixelHeight?: number | undefined;
}

export type MouseKind = "press" | "release" | "move" | "click" | "scroll_up" | "scroll_down";
export type MouseButton = "left" | "middle" | "right";

/** One mouse event at a cell; row and column count from zero. */
export interface MouseAction {
  readonly type: "mouse";
  readonly kind: MouseKind;
  /** Left unless said otherwise; for a move the button held down, none if left out. */
  readonly button?: MouseButton | undefined;
  readonly row: number;
  readonly col: number;
  readonly shift?: boolean | undefined;
  readonly alt?: boolean | undefined;
  readonly ctrl?: boolean | undefined;
}

/** Everything that can be done to a session. */
export type Action =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "stream_text";
      readonly text: string;
      readonly chunkChars?: number | undefined;
      readonly delayMs?: number | undefined;
    }
  | { readonly type: "key"; readonly key: Key }
  | { readonly type: "paste"; readonly text: string }
  | { readonly type: "bracketed_paste"; readonly text: string }
  | { readonly type: "resize"; readonly size: ActionSize }
  | { readonly type: "interrupt" }
  | { readonly type: "eof" }
  | { readonly type: "signal"; readonly signal: Signal }
  | { readonly type: "kill" }
  | { readonly type: "mark_transcript"; readonly label: string }
  | MouseAction;

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
