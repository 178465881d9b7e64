import { InvalidArgumentError } from "../../base/index.js";
import type { Action } from "./action.js";
import { encodeKey, keyNote, type KeyModes } from "./key-encoding.js";
import type { Key } from "./keys.js";
import { encodeMouse, type MouseModes } from "./mouse.js";
import { encodeBracketedPaste, encodePaste } from "./paste.js";

/** The modes of the screen that change what an action writes. */
export interface InputModes extends KeyModes, MouseModes {
  /** Mode 1004: the program is told when the window gets or loses the focus. */
  readonly focusEvents?: boolean | undefined;
}

/** The bytes an action comes down to, or undefined when it is more than bytes: paced, or not input at all. */
export function inputBytes(action: Action, modes: InputModes): Uint8Array | undefined {
  switch (action.type) {
    case "text":
      return Buffer.from(action.text);
    case "paste":
      return Buffer.from(encodePaste(action.text));
    case "bracketed_paste":
      return Buffer.from(encodeBracketedPaste(action.text));
    case "key":
      // Its canonical name since it was checked.
      return Buffer.from(encodeKey(action.key as Key, modes));
    case "interrupt":
      return Buffer.from("\x03");
    case "eof":
      return Buffer.from("\x04");
    case "focus":
      return Buffer.from(modes.focusEvents === true ? (action.focused ? "\x1b[I" : "\x1b[O") : "");
    case "mouse":
      return encodeMouse(action, modes) ?? refuseMouse(action.kind, modes);
    case "stream_text":
    case "resize":
    case "signal":
    case "kill":
    case "mark_transcript":
      return undefined;
  }
}

/** What the caller should know of how an action was carried out. */
export function inputNote(action: Action, modes: InputModes): string | undefined {
  if (action.type === "key") return keyNote(action.key as Key, modes);
  if (action.type === "focus" && modes.focusEvents !== true)
    return "the program was not told of the focus: it did not ask for focus events";
  return undefined;
}

function refuseMouse(kind: string, { mouseTracking, mouseEncoding }: MouseModes): never {
  throw new InvalidArgumentError(
    "mouse",
    mouseTracking === "none"
      ? "the program has not turned mouse reports on; wait until it has (the snapshot's mouse mode tells), or use keys"
      : `the program did not ask for a mouse ${kind} there (tracking ${mouseTracking}, encoding ${mouseEncoding}); use keys, ` +
          "or an event it asked for",
  );
}
