import { InvalidArgumentError, MAX_TERMINAL_SIDE } from "../../base/index.js";
import type { Action } from "./action.js";
import { parseKey } from "./parse-key.js";
import { isSignal, SIGNALS } from "./signal.js";

/** The kernel keeps pixel sizes in 16 bits. */
const MAX_PIXELS = 65_535;
/** Labels live as long as the session. */
const MAX_LABEL_CHARS = 256;
const MAX_CHUNK_CHARS = 1_048_576;
/** A pause of a minute between two pieces of typing is no typing any more. */
const MAX_DELAY_MS = 60_000;

type Fields = Readonly<Record<string, unknown>>;

/** What each kind of action needs; keyed by type, so that a new kind cannot be forgotten. */
const CHECKS: Record<Action["type"], (action: Fields) => void> = {
  text: (action) => string(action, "text"),
  paste: (action) => string(action, "text"),
  bracketed_paste: (action) => string(action, "text"),
  stream_text: (action) => {
    string(action, "text");
    optional(action, "chunkChars", () => integer(action, "chunkChars", 1, MAX_CHUNK_CHARS));
    optional(action, "delayMs", () => integer(action, "delayMs", 0, MAX_DELAY_MS));
  },
  // parseKey does it, when the key gets its canonical name.
  key: () => {},
  resize: ({ size }) => {
    if (!isObject(size))
      throw new InvalidArgumentError("size", "size must be an object such as { rows: 24, cols: 80 }");
    integer(size, "rows", 1, MAX_TERMINAL_SIDE);
    integer(size, "cols", 1, MAX_TERMINAL_SIDE);
    optional(size, "pixelWidth", () => integer(size, "pixelWidth", 0, MAX_PIXELS));
    optional(size, "pixelHeight", () => integer(size, "pixelHeight", 0, MAX_PIXELS));
  },
  interrupt: () => {},
  eof: () => {},
  kill: () => {},
  signal: ({ signal }) => {
    if (!isSignal(signal)) throw oneOf("signal", signal, SIGNALS);
  },
  mark_transcript: (action) => {
    string(action, "label");
    if ((action["label"] as string).length > MAX_LABEL_CHARS)
      throw new InvalidArgumentError("label", `label must have at most ${MAX_LABEL_CHARS} characters`);
  },
  mouse: (action) => {
    const kinds = ["press", "release", "move", "click", "scroll_up", "scroll_down"];
    const buttons = ["left", "middle", "right"];
    if (!kinds.includes(action["kind"] as string)) throw oneOf("kind", action["kind"], kinds);
    optional(action, "button", (button) => {
      if (!buttons.includes(button as string)) throw oneOf("button", button, buttons);
    });
    integer(action, "row", 0, MAX_TERMINAL_SIDE - 1);
    integer(action, "col", 0, MAX_TERMINAL_SIDE - 1);
    for (const modifier of ["shift", "alt", "ctrl"])
      optional(action, modifier, (value) => {
        if (typeof value !== "boolean") throw new InvalidArgumentError(modifier, `${modifier} must be true or false`);
      });
  },
};

/**
 * Throws an error that names the field unless the value is a well-formed action. Returns it as it is carried out: a key by its
 * canonical name, however it was written.
 */
export function validateAction(action: unknown): Action {
  if (!isObject(action))
    throw new InvalidArgumentError("action", 'action must be an object such as { type: "text", text: "ls\\r" }');
  const type = action["type"];
  if (typeof type !== "string" || !Object.hasOwn(CHECKS, type)) throw oneOf("type", type, Object.keys(CHECKS));
  CHECKS[type as Action["type"]](action);
  return (type === "key" ? { ...action, key: parseKey(action["key"] as string) } : action) as Action;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function optional(fields: Fields, field: string, check: (value: unknown) => void): void {
  if (fields[field] !== undefined) check(fields[field]);
}

function string(fields: Fields, field: string): void {
  if (typeof fields[field] !== "string")
    throw new InvalidArgumentError(field, `${field} must be a string, got ${typeName(fields[field])}`);
}

function integer(fields: Fields, field: string, min: number, max: number): void {
  const value = fields[field];
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max)
    throw new InvalidArgumentError(
      field,
      `${field} must be an integer from ${min} to ${max}, got ${typeof value === "number" ? value : typeName(value)}`,
    );
}

function oneOf(field: string, value: unknown, names: readonly string[]): InvalidArgumentError {
  const got = typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : typeName(value);
  return new InvalidArgumentError(field, `${field} must be one of ${names.join(", ")}, got ${got}`);
}

function typeName(value: unknown): string {
  return value === null ? "null" : typeof value;
}
