import { method } from "./method.js";
import { array, boolean, integer, object, oneOf, optional, required, text, word } from "./schema/schema.js";
import { since } from "./since-types.js";

/** As many as there may be, and longer than they are. */
const ids = array(text({ minLength: 1, maxLength: 64 }), 1_024);

export const serverMethods = {
  "server.capabilities": method({
    summary: "What this server is and can do.",
    params: object({}),
    result: object({
      name: required(word(), "Always ptywright."),
      version: required(word(), "The version of the server."),
      protocol_version: required(word(), "The version of this protocol; see protocol/CHANGES.md."),
      framing: required(array(oneOf("ndjson", "lsp")), "The framings it speaks."),
      methods: required(array(word()), "Every method it answers."),
      notifications: required(array(word()), "Every notification it can push."),
    }),
    errors: [],
    lane: "common",
    keeps: "until_done",
    example: {},
  }),
  "server.status": method({
    summary: "How this server is.",
    params: object({}),
    result: object({
      version: required(word(), "The version of the server."),
      protocol_version: required(word(), "The version of this protocol."),
      pid: required(integer(), "Its process; SIGTERM stops it in good order."),
      uptime_ms: required(integer(), "How long it runs."),
      sessions: required(integer(), "How many sessions there are, those of adapters included."),
      clients: required(integer(), "How many are connected, with the one who asks."),
      idle_timeout_ms: optional(integer(), "It ends by itself when it was so long without sessions and clients."),
    }),
    errors: [],
    lane: "common",
    keeps: "until_done",
    example: {},
  }),
  "server.set_notifications": method({
    summary:
      "Turns this connection's notifications on or off, and says of what. Each call replaces the filter; without ids, of everything. Ids may be named before they exist. Old output is not repeated unless output_since asks for it.",
    params: object({
      enabled: required(boolean(), "Whether anything is pushed."),
      adapters: optional(ids, "Only these adapters, and their sessions."),
      sessions: optional(ids, "Only these sessions, by id or name."),
      output_since: optional(
        since,
        "Output that was written after this is told too, of sessions that were not told of before: the last input, a sequence number (0 for all that is kept), or a label.",
      ),
    }),
    result: object({
      enabled: required(boolean(), "As asked for."),
      adapters: optional(array(text()), "As asked for."),
      sessions: optional(array(text()), "As asked for."),
    }),
    errors: [],
    lane: "common",
    keeps: "until_done",
    example: { enabled: true, sessions: ["s1"] },
  }),
} as const;
