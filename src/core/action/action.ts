import type { Action as AnyAction } from "../../protocol/index.js";
import type { Key } from "./keys.js";
import { parseKey } from "./parse-key.js";

/** Everything that can be done to a session. */
export type Action = AnyAction;
type ActionOf<T extends Action["type"]> = Extract<Action, { readonly type: T }>;

/** A size to take on; pixel sizes default to those the terminal already has. */
export type ActionSize = ActionOf<"resize">["size"];
/** One mouse event at a cell; row and column count from zero. */
export type MouseAction = ActionOf<"mouse">;
/** What the mouse does; a click is a press and a release. */
export type MouseKind = MouseAction["kind"];
/** Which button of the mouse. */
export type MouseButton = NonNullable<MouseAction["button"]>;
/** The portable names of the signals that a session can deliver. */
export type Signal = ActionOf<"signal">["signal"];

/**
 * Constructors, one for each kind of action. They do not check ranges; `validateAction` does, when the action is used.
 *
 * @example
 * ```ts
 * await session.send([Action.text("hello"), Action.key("enter")]);
 * ```
 */
export const Action = {
  /**
   * Types a text as it is; `\r` is the Enter key.
   *
   * @example
   * ```ts
   * await session.send(Action.text("ls -l\r"));
   * ```
   */
  text: (text: string): Action => ({ type: "text", text }),
  /**
   * Types in pieces with a pause after each, for programs that take a fast burst for a paste.
   *
   * @example
   * ```ts
   * await session.send(Action.streamText("a long line", { chunkChars: 8, delayMs: 5 }));
   * ```
   */
  streamText: (text: string, pace: { chunkChars?: number; delayMs?: number } = {}): Action => ({
    type: "stream_text",
    text,
    ...pace,
  }),
  /**
   * Presses a key, in any spelling that `parseKey` knows.
   *
   * @example
   * ```ts
   * await session.send([Action.key("Ctrl+C"), Action.key("page_down"), Action.key("M-x")]);
   * ```
   */
  key: (key: Key | (string & {})): Action => ({ type: "key", key: parseKey(key) }),
  /**
   * Types a text in one go, for programs that do not mark pastes.
   *
   * @example
   * ```ts
   * await session.send(Action.paste("first line\nsecond line"));
   * ```
   */
  paste: (text: string): Action => ({ type: "paste", text }),
  /**
   * Types a text marked as a paste. Only for programs that asked for it.
   *
   * @example
   * ```ts
   * const text = "if x:\n    y";
   * await session.send(session.snapshot().bracketedPaste ? Action.bracketedPaste(text) : Action.paste(text));
   * ```
   */
  bracketedPaste: (text: string): Action => ({ type: "bracketed_paste", text }),
  /**
   * Gives the terminal another size, in its turn.
   *
   * @example
   * ```ts
   * await session.send(Action.resize({ rows: 50, cols: 132 }));
   * ```
   */
  resize: (size: ActionSize): Action => ({ type: "resize", size }),
  /**
   * Types Ctrl-C.
   *
   * @example
   * ```ts
   * await session.send(Action.interrupt());
   * ```
   */
  interrupt: (): Action => ({ type: "interrupt" }),
  /**
   * Types Ctrl-D, which ends the input of a program that reads lines.
   *
   * @example
   * ```ts
   * await session.send([Action.text("1 + 1\r"), Action.eof()]);
   * ```
   */
  eof: (): Action => ({ type: "eof" }),
  /**
   * Delivers a signal to the program itself.
   *
   * @example
   * ```ts
   * await session.send(Action.signal("term"));
   * ```
   */
  signal: (signal: Signal): Action => ({ type: "signal", signal }),
  /**
   * Ends the program and all that it started, as `session.kill()`.
   *
   * @example
   * ```ts
   * await session.send(Action.kill());
   * ```
   */
  kill: (): Action => ({ type: "kill" }),
  /**
   * Stamps a label on the transcript, in its turn.
   *
   * @example
   * ```ts
   * await session.send([Action.markTranscript("question"), Action.text("why?\r")]);
   * ```
   */
  markTranscript: (label: string): Action => ({ type: "mark_transcript", label }),
  /**
   * The terminal's window gets the focus, or loses it. Told to a program that asked for focus events; a new terminal has the focus.
   *
   * @example
   * ```ts
   * await session.send(Action.focus(false));
   * ```
   */
  focus: (focused: boolean): Action => ({ type: "focus", focused }),
  /**
   * One event of the mouse. Refused unless the program asked for such events.
   *
   * @example
   * ```ts
   * await session.send(Action.mouse({ kind: "click", row: 2, col: 5 }));
   * ```
   */
  mouse: (mouse: Omit<MouseAction, "type">): MouseAction => ({ type: "mouse", ...mouse }),
};
