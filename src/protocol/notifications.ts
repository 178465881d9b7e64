import { adapterState, turnEvent } from "./adapter-types.js";
import { rawTranscriptError } from "./read-fields.js";
import type { Library, ObjectNode, Wire } from "./schema/schema.js";
import { integer, literal, object, optional, required, text, word } from "./schema/schema.js";

export interface NotificationSpec {
  readonly summary: string;
  readonly params: ObjectNode;
}

const session = required(word(), "The session's id.");
const name = optional(text(), "The session's name, if it has one.");
const adapter = required(word(), "The adapter's id.");
const sequence = required(integer(), "The moment it tells of; it never goes back.");

export const notifications = {
  "session.changed": {
    summary: "The screen or its size has changed; several changes may be told as one.",
    params: object({ session, name, sequence }),
  },
  "session.output": {
    summary:
      "What the program wrote since the last one, redacted. A secret that comes in pieces is held back until it is whole.",
    params: object({
      session,
      name,
      sequence,
      output: required(text(), "The output, escape sequences included."),
      dropped: optional(literal(true), "The client was too slow: something before this text is no longer kept."),
    }),
  },
  "session.run_output": {
    summary:
      "What a command prints that session.run was told to `stream`, as it comes, redacted: to the connection that asked, whatever it subscribed to, and all of " +
      "it before the answer. A secret that comes in pieces is held back until it is whole.",
    params: object({
      session,
      name,
      sequence,
      wait_id: optional(text(), "As session.run was told it."),
      output: required(
        text(),
        "The output without escape sequences, 16,384 characters and what was held back at most.",
      ),
    }),
  },
  "session.exited": {
    summary: "The program has ended, and all it wrote has been told. Once per session and connection.",
    params: object({
      session,
      name,
      sequence,
      exit_code: optional(integer(), "Its exit code."),
      signal: optional(word(), "The signal that ended it, such as SIGKILL."),
      raw_transcript_error: rawTranscriptError,
    }),
  },
  "adapter.state_changed": {
    summary: "A plugin looked at its program and found another state than the one before.",
    params: object({ adapter, state: required(adapterState, "What it found.") }),
  },
  "adapter.drift": {
    summary:
      "The program shows, and goes on showing, what its plugin does not know, or what the program itself contradicts. Told once, until that is over.",
    params: object({
      adapter,
      state: required(adapterState, "What it found: `unknown`, or one with a `disagreement`."),
    }),
  },
  "adapter.event": {
    summary:
      "Something happened within a turn. An adapter's events come in order; a gap in `seq` means that the client was too slow.",
    params: object({ adapter, event: required(turnEvent, "What happened.") }),
  },
} as const satisfies Readonly<Record<string, NotificationSpec>>;

export type NotificationName = keyof typeof notifications;
export type NotificationParams<N extends NotificationName> = Wire<(typeof notifications)[N]["params"]>;
/** The same with the library's names. */
export type LibraryNotificationParams<N extends NotificationName> = Library<(typeof notifications)[N]["params"]>;
/** A notification with the library's names. */
export type Notification = {
  [N in NotificationName]: { readonly method: N; readonly params: LibraryNotificationParams<N> };
}[NotificationName];
