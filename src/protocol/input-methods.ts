import {
  DEFAULT_LEASE_MS,
  MAX_INPUTS_TOLD,
  MAX_LEASE_MS,
  MAX_NAME_CHARS,
  MAX_SESSION_NAME_CHARS,
  MAX_WAIT_TIMEOUT_MS,
} from "../base/index.js";
import { inputFields, leaseFacts } from "./input-types.js";
import { method } from "./method.js";
import { array, defaulted, integer, literal, object, oneOf, optional, required, text } from "./schema/schema.js";

const name = text({ minLength: 1, maxLength: MAX_NAME_CHARS });
const session = required(name, "The session's id, or its name.");

/** Who types into a session, and who did. */
export const inputMethods = {
  "session.lease": method({
    summary:
      "Takes the input of a session for this connection for a while: what others type waits or fails meanwhile. It ends with its time, the connection, or the program. Signals, kills and sizes pass.",
    params: object({
      session,
      for_ms: defaulted(
        integer(0, MAX_LEASE_MS),
        DEFAULT_LEASE_MS,
        "How long; asked for again, it counts from then on, and 0 gives it back.",
      ),
      others: defaulted(
        oneOf("wait", "fail"),
        "wait",
        "What becomes of what others type: it is typed when the lease is over, or refused with input_leased.",
      ),
      as: defaulted(oneOf("person", "automation"), "automation", "People share a lease; nobody else does."),
      who: optional(
        text({ minLength: 1, maxLength: MAX_SESSION_NAME_CHARS }),
        "A name for session.inputs and for those who wait.",
      ),
      timeout_ms: defaulted(
        integer(0, MAX_WAIT_TIMEOUT_MS),
        0,
        "How long to wait for another's lease to end; refused with input_leased after that.",
      ),
      wait_id: optional(name, "A name of your choice for the wait, for session.cancel_wait."),
    }),
    result: object({
      leased: required(literal(true), "It was done."),
      lease: optional(leaseFacts, "Who has the input now; left out if nobody."),
    }),
    errors: ["session_closed", "wait_cancelled"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", for_ms: 5_000 },
  }),
  "session.inputs": method({
    summary:
      "What was done to a session and by whom, the oldest first: the last 256 things. A text is told only if the program has shown it since, and as far as the end of its output or its screen still does.",
    params: object({
      session,
      after: defaulted(integer(0), 0, "Only what came after the one with this number."),
      limit: defaulted(integer(1, MAX_INPUTS_TOLD), MAX_INPUTS_TOLD, "The last so many."),
    }),
    result: object({
      inputs: required(
        array(
          object({ number: required(integer(), "Counts all that was done to the session, from 1."), ...inputFields }),
        ),
        "What was done.",
      ),
      lease: optional(leaseFacts, "Who has the input for themselves now."),
    }),
    errors: [],
    lane: "session",
    keeps: "until_done",
    example: { session: "s1" },
  }),
};
