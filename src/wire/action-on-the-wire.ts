import { InvalidArgumentError, shown } from "../base/index.js";
import type { ActionSize } from "../core/action/index.js";
import { Action } from "../core/action/index.js";
import type { WireAction } from "../protocol/index.js";

type WireSize = Extract<WireAction, { type: "resize" }>["value"];

/** Throws an InvalidArgumentError for a key that does not exist: names of keys are the action's to know. */
export function actionFromWire(action: WireAction): Action {
  switch (action.type) {
    case "text":
    case "paste":
    case "bracketed_paste":
      return { type: action.type, text: action.value };
    case "stream_text": {
      const { text, chunk_chars: chunkChars, delay_ms: delayMs } = action.value;
      return { type: "stream_text", text, chunkChars, delayMs };
    }
    case "key":
      return Action.key(action.value);
    case "resize":
      return { type: "resize", size: sizeFromWire(action.value) };
    case "signal":
      return { type: "signal", signal: action.value };
    case "mark_transcript":
      return { type: "mark_transcript", label: action.value.label };
    case "mouse":
      return { type: "mouse", ...action.value };
    case "interrupt":
    case "eof":
    case "kill":
      return { type: action.type };
  }
}

export function actionToWire(action: Action): WireAction {
  switch (action.type) {
    case "text":
    case "paste":
    case "bracketed_paste":
      return { type: action.type, value: action.text };
    case "stream_text": {
      const { text, chunkChars, delayMs } = action;
      return { type: "stream_text", value: { text, chunk_chars: chunkChars, delay_ms: delayMs } };
    }
    case "key":
      return { type: "key", value: action.key };
    case "resize":
      return { type: "resize", value: sizeToWire(action.size) };
    case "signal":
      return { type: "signal", value: action.signal };
    case "mark_transcript":
      return { type: "mark_transcript", value: { label: action.label } };
    case "mouse": {
      const { type, ...value } = action;
      return { type, value };
    }
    case "interrupt":
    case "eof":
    case "kill":
      return { type: action.type };
    default:
      throw notOne(action);
  }
}

function sizeFromWire({ rows, cols, pixel_width: pixelWidth, pixel_height: pixelHeight }: WireSize): ActionSize {
  return { rows, cols, pixelWidth, pixelHeight };
}

function sizeToWire({ rows, cols, pixelWidth, pixelHeight }: ActionSize): WireSize {
  return { rows, cols, pixel_width: pixelWidth, pixel_height: pixelHeight };
}

/** From plain JavaScript, anything may be handed in. */
function notOne(value: unknown): InvalidArgumentError {
  return new InvalidArgumentError("action", `action must be one such as Action.text("ls\\r"), got ${shown(value)}`);
}
