import { inputFields, leaseFacts } from "./input-types.js";
import { array, boolean, integer, named, object, oneOf, optional, required, text, word } from "./schema/schema.js";
import { screenSnapshot } from "./terminal-types.js";
import type { Library, Wire } from "./schema/schema.js";

/** Every code an error answer can carry. */
export const RPC_ERROR_CODES = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  matcher_timeout: -32001,
  session_closed: -32002,
  permission_denied: -32004,
  wait_cancelled: -32005,
} as const;

export type RpcErrorName = keyof typeof RPC_ERROR_CODES;
export type RpcErrorCode = (typeof RPC_ERROR_CODES)[RpcErrorName];

/** What each code means, for the documents. */
export const RPC_ERROR_MEANINGS: Readonly<Record<RpcErrorName, string>> = {
  parse_error: "The text is not JSON.",
  invalid_request: "It is JSON, but no JSON-RPC 2.0 request; or a limit of the connection is reached.",
  method_not_found: "There is no such method.",
  invalid_params: "A parameter is missing, ill-typed or out of range, or names something that does not exist.",
  internal_error: "It was understood and could not be done; the message says why.",
  matcher_timeout: "The wait ran out of time; `data.evidence` has what was seen instead.",
  session_closed: "The program has ended or the session was closed, so it can no longer happen.",
  permission_denied: "Not granted; `data` says what is missing.",
  wait_cancelled: "Somebody cancelled the wait.",
};

export const waitEvidence = named("WaitEvidence", "What is known when a wait fails.", () =>
  object({
    awaited: required(text(), "What was waited for, in words."),
    elapsed_ms: required(integer(), "How long."),
    hints: required(array(text()), "Why it did not match: the nearest text on the screen, for one."),
    bells: optional(integer(), "How often the program rang the bell during the wait."),
    quiet_ms: optional(integer(), "Milliseconds since the program last wrote; left out if it never did."),
    exit_code: optional(integer(), "How the program ended by itself."),
    signal: optional(word(), "The signal that ended it."),
    unread_input_bytes: required(integer(), "Input that the program has not read."),
    foreground: optional(
      object({
        pid: required(integer(), "Its process id."),
        command: required(text(), "Its command line, of a long one the beginning."),
        state: required(word(), "What the kernel says that it does: running, asleep, stopped."),
        waits_in: optional(word(), "Where in the kernel it sleeps: n_tty_read waits for keys."),
      }),
      "The program that the terminal's keys go to; where the system tells.",
    ),
    open_questions: optional(
      array(word()),
      "What the program asked the terminal and got no answer to, such as CSI 21 t; some programs wait for one.",
    ),
    last_inputs: optional(array(object(inputFields)), "What was done to the session last, the oldest first."),
    lease: optional(leaseFacts, "Who had the input for themselves."),
    snapshot: required(screenSnapshot, "The screen at the end of the wait, without cells."),
    transcript_tail: required(text(), "The end of the output."),
  }),
);

export const errorData = named("ErrorData", "Facts about an error; which of them are there depends on the code.", () =>
  object({
    code: optional(word(), "What went wrong, in one fixed word."),
    field: optional(text(), "The parameter that was refused."),
    method: optional(word(), "The method that was refused."),
    required_permission: optional(word(), "The permission that the plugin lacks."),
    program: optional(text(), "The program that could not be started."),
    plugin: optional(text(), "The plugin that failed or refused."),
    file: optional(text(), "The plugin's file in which it happened."),
    line: optional(integer(), "The line in it."),
    refusal: optional(text(), "Why a plugin refused an intent, in one fixed word of its own."),
    failure: optional(
      oneOf("failed", "instructions", "time", "memory", "unavailable", "missing_export", "bad_value"),
      "Why a plugin has no answer.",
    ),
    has_acted: optional(boolean(), "Something was typed before a plugin refused the rest."),
    progress: optional(
      object({
        step: required(integer(), "The step that stopped the plan, from 1."),
        steps: required(integer(), "How many there are."),
        sent: required(integer(), "Actions that were sent before."),
        why: required(text(), "What was missing."),
      }),
      "How far a plan came that was stopped.",
    ),
    pending_bytes: optional(integer(), "Input that waits for a program that does not read."),
    lease: optional(leaseFacts, "Who has the input for themselves."),
    pids: optional(array(integer()), "Processes that live on though all was done to end them."),
    reason: optional(
      oneOf("server_did_not_grant_raw_reads", "server_did_not_grant_plugin_load"),
      "What the server was not started with.",
    ),
    evidence: optional(waitEvidence, "What a failed wait saw."),
  }),
);
export type WireErrorData = Wire<typeof errorData>;
export type ErrorData = Library<typeof errorData>;
