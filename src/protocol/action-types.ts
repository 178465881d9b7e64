import {
  MAX_AWAITED_CHARS,
  MAX_INPUT_CHARS,
  MAX_NAME_CHARS,
  MAX_TERMINAL_SIDE,
  MAX_WAIT_TIMEOUT_MS,
} from "../base/index.js";
import { matcher } from "./matcher-types.js";
import type { PluginPermission } from "./plugin-types.js";
import { sinceField } from "./since-types.js";
import type { Library, Wire } from "./schema/schema.js";
import {
  boolean,
  integer,
  named,
  object,
  oneOf,
  optional,
  required,
  tagged,
  text,
  valueAs,
  valueFields,
} from "./schema/schema.js";
import { newSizeFields } from "./terminal-types.js";

const place = integer(0, MAX_TERMINAL_SIDE - 1);
/** Labels live as long as the session. */
const MAX_LABEL_CHARS = 256;

const inputText = text({ maxLength: MAX_INPUT_CHARS });
const typed = (description: string) => valueAs("text", required(inputText, "The text."), description);

const variants = {
  text: typed("Types the text."),
  stream_text: valueFields(
    required(
      object({
        text: required(inputText, "The text, typed in pieces."),
        chunk_chars: optional(integer(1, 1_048_576), "Characters in a piece; 64 unless said otherwise."),
        delay_ms: optional(integer(0, 60_000), "Pause after each piece; 2 ms unless said otherwise."),
      }),
      "What is typed, and how fast.",
    ),
  ),
  key: valueAs(
    "key",
    required(text({ maxLength: MAX_NAME_CHARS }), 'A key by name, such as "enter", "ctrl_c" or "shift_up".'),
  ),
  paste: typed("Types the text in one go, for programs that do not mark pastes."),
  bracketed_paste: typed("Types it marked as a paste, for programs that asked for that."),
  resize: valueAs("size", required(object(newSizeFields), "The new size.")),
  interrupt: object({}, "Types Ctrl-C."),
  eof: object({}, "Types Ctrl-D."),
  signal: valueAs(
    "signal",
    required(oneOf("term", "hup", "quit", "int", "kill", "user1", "user2"), "Sent to the program itself."),
  ),
  kill: object({}, "Ends the program and all that it started."),
  mark_transcript: valueFields(
    required(
      object({ label: required(text({ maxLength: MAX_LABEL_CHARS }), "The marker's name.") }),
      "Which marker is set here.",
    ),
  ),
  focus: valueAs(
    "focused",
    required(boolean(), "The terminal's window has the focus, or has lost it; told to a program that asked for it."),
  ),
  mouse: valueFields(
    required(
      object({
        kind: required(oneOf("press", "release", "move", "click", "scroll_up", "scroll_down"), "What happens."),
        button: optional(oneOf("left", "middle", "right"), "Left unless said otherwise."),
        row: required(place, "Row, from zero."),
        col: required(place, "Column, from zero."),
        shift: optional(boolean(), "With Shift held."),
        alt: optional(boolean(), "With Alt held."),
        ctrl: optional(boolean(), "With Ctrl held."),
      }),
      "A mouse event; refused unless the program asked for such events.",
    ),
  ),
};

export const action = named("Action", "Something done to a session: `type`, and `value` where there is one.", () =>
  tagged("type", variants),
);

const awaited = required(matcher, "What must be so.");
const stepMessage = optional(text({ maxLength: MAX_AWAITED_CHARS }), "What to say if it is not.");

/** What a plugin's plan is made of: actions, and looks between them. */
export const planStep = tagged("type", {
  ...variants,
  wait: valueFields(
    required(
      object({
        matcher: awaited,
        timeout_ms: optional(integer(0, MAX_WAIT_TIMEOUT_MS), "How long; 5,000 ms unless said otherwise."),
        message: stepMessage,
        since: sinceField,
      }),
      "Goes on when it is so.",
    ),
  ),
  expect: valueFields(
    required(object({ matcher: awaited, message: stepMessage, since: sinceField }), "Goes on only if it is so now."),
  ),
});

/** What a plan needs to be granted for each kind of step. The compiler refuses this table if one is missing. */
export const STEP_PERMISSIONS: Readonly<Record<PlanStep["type"], PluginPermission>> = {
  text: "input.write",
  stream_text: "input.write",
  key: "input.write",
  paste: "input.write",
  bracketed_paste: "input.write",
  interrupt: "input.write",
  eof: "input.write",
  focus: "input.write",
  mouse: "input.write",
  mark_transcript: "input.write",
  signal: "session.kill",
  kill: "session.kill",
  resize: "session.resize",
  wait: "matcher.wait",
  expect: "matcher.wait",
};

export type WireAction = Wire<typeof action>;
/** Everything that can be done to a session. */
export type Action = Library<typeof action>;
/** A step of a plan: an action, or a look that the rest of the plan depends on. */
export type PlanStep = Library<typeof planStep>;
