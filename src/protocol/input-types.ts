import type { Library } from "./schema/schema.js";
import { integer, named, object, oneOf, optional, required, text, word } from "./schema/schema.js";

/** One thing that was done to a session. */
export const inputFields = {
  type: required(word(), "The kind of action, or `submit`, or `run`."),
  ago_ms: required(integer(), "How long ago."),
  text: optional(
    text(),
    "What was typed, the key, or the command that was run; left out if the program has not shown what was typed.",
  ),
  chars: optional(integer(), "How many characters were typed."),
  kind: optional(word(), "Of a mouse event: what it did, such as `click`."),
  row: optional(integer(), "Of a mouse event: where, from zero."),
  col: optional(integer(), "Of a mouse event: where, from zero."),
  by: optional(text(), "Who did it: the name given to session.lease, or the connection, such as `c3`."),
  as: optional(oneOf("person", "automation"), "As what its author had the input lease then."),
};

export const leaseFacts = named("InputLease", "Who has the input of a session for themselves.", () =>
  object({
    who: required(text(), "The name given to session.lease, or the connection, such as `c3`."),
    as: required(oneOf("person", "automation"), "People share a lease."),
    others: required(oneOf("wait", "fail"), "What becomes of what others type."),
    for_ms: required(integer(), "How long it still lasts unless it is prolonged."),
  }),
);
export type LeaseFacts = Library<typeof leaseFacts>;
