import { newTurnEvent } from "./adapter-types.js";
import type { Field, Library } from "./schema/schema.js";
import {
  array,
  integer,
  json,
  number,
  object,
  oneOf,
  optional,
  required,
  tagged,
  text,
  word,
} from "./schema/schema.js";

// The lines of `ask --json`.

const tool = optional(text(), "What the program wants to use.");
const dialogId = optional(text(), "Which question.");
const decision = required(oneOf("approve", "deny"), "What was decided.");

const line = <F extends Readonly<Record<string, Field>>>(fields: F) =>
  object({ elapsed_ms: required(integer(), "Since the call began."), ...fields });

export const askLine = tagged("type", {
  started: line({ plugin: required(text(), "The plugin's name.") }),
  state: line({
    state: required(text(), "What the program does now."),
    confidence: required(number(0, 1), "How sure the plugin is."),
    evidence: required(text(), "What it saw."),
  }),
  trusted: line({ evidence: required(text(), "What was seen.") }),
  prompt_sent: line({ delivery: optional(json(), "The plugin's receipt.") }),
  event: line({ event: required(newTurnEvent, "What happened within the turn.") }),
  permission_asked: line({
    tool,
    summary: optional(text(), "What for."),
    doubt: optional(text(), "Why the tool is not known."),
    dialog_id: dialogId,
  }),
  permission_answered: line({
    tool,
    dialog_id: dialogId,
    decision,
    by: required(oneOf("policy", "user"), "Who decided."),
  }),
  not_approvable: line({ tool, message: required(text(), "Why it was denied instead.") }),
  end: line({
    outcome: required(word(), "How it ended."),
    exit_code: required(integer(), "The exit code of the call."),
    state: optional(text(), "The program's last state."),
    text: required(text(), "The answer."),
    message: optional(text(), "What went wrong."),
    delivery: optional(json(), "The plugin's receipt."),
    permissions: required(array(object({ tool, decision })), "What was asked for, and what was decided."),
    sent_ms: optional(integer(), "When the prompt was sent."),
    first_text_ms: optional(integer(), "When the answer began."),
  }),
});

type AskLine = Library<typeof askLine>;
/** A line without what every line has. */
export type AskLineFields<T extends AskLine["type"]> = Omit<
  Extract<AskLine, { readonly type: T }>,
  "type" | "elapsedMs"
>;
export type AskLineType = AskLine["type"];
