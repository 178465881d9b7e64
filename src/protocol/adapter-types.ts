import type { Field, Library, Wire } from "./schema/schema.js";
import { array, integer, json, named, number, object, optional, required, tagged, text } from "./schema/schema.js";

const toolId = required(text(), "Which call of a tool.");

const variants = <F extends Field>(seq: F) => ({
  text_delta: object({ seq, text: required(text(), "What was added to the answer.") }),
  tool_started: object({
    seq,
    id: toolId,
    name: required(text(), "The tool."),
    input: optional(json(), "What it was given."),
  }),
  tool_progress: object({ seq, id: toolId, summary: required(text(), "How far it is.") }),
  tool_completed: object({
    seq,
    id: toolId,
    status: required(text(), "How it ended."),
    result: optional(json(), "What it gave."),
  }),
  turn_complete: object({ seq, text: optional(text(), "The whole answer.") }),
  error: object({
    seq,
    category: required(text(), "The kind of error."),
    message: optional(text(), "What it said."),
  }),
});

export const turnEvent = named(
  "TurnEvent",
  "Something that happened within a turn: `kind`, `seq` and what belongs to it.",
  () => tagged("kind", variants(required(integer(1), "Goes up with each event of an adapter."))),
);
/** As a plugin gives it: what has no number yet gets one. */
export const newTurnEvent = tagged("kind", variants(optional(integer(1), "Its number.")));
/** Something that happened within a turn. */
export type TurnEvent = Library<typeof turnEvent>;
/** An event as a plugin gives it: the host numbers those that have no number. */
export type NewTurnEvent = Library<typeof newTurnEvent>;

export const disagreement = object({
  screen: required(text(), "What the screen says."),
  program: required(text(), "What the program says beside it."),
});

export const adapterState = named("AdapterState", "What a plugin makes of the screen at one moment.", () =>
  object({
    state: required(text({ minLength: 1 }), "A word of the plugin's own; `plugin_error` if it failed."),
    confidence: required(number(0, 1), "How sure it is, with three decimals."),
    evidence: required(text(), "What it saw."),
    sequence: required(integer(), "At which moment."),
    candidates: required(array(json()), "What else it might be."),
    metadata: optional(json(), "What the plugin has to say beside it."),
    host_marks: optional(
      array(object({ label: required(text({ minLength: 1 }), "The marker's name.") })),
      "Markers it had set in the transcript.",
    ),
    disagreement: optional(
      disagreement,
      "What the screen shows and what the program itself tells do not go together; told as `adapter.drift` too.",
    ),
    events: optional(array(turnEvent), "What happened since it was looked at before."),
  }),
);
export type WireAdapterState = Wire<typeof adapterState>;
/** What the program is doing, as its extension sees it. The words in `state` are the extension's own. */
export type ExtensionState = Library<typeof adapterState>;
