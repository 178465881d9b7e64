import {
  DEFAULT_COLS,
  DEFAULT_ROWS,
  DEFAULT_TRANSCRIPT_CHARS,
  DEFAULT_WAIT_TIMEOUT_MS,
  MAX_TRANSCRIPT_CHARS,
  MAX_WAIT_TIMEOUT_MS,
} from "../base/index.js";
import { action } from "./action-types.js";
import { matcher, outcome } from "./matcher-types.js";
import { method } from "./method.js";
import { rawTranscriptError, snapshotFields, transcriptText } from "./read-fields.js";
import { redactionFields } from "./redaction-types.js";
import {
  array,
  boolean,
  defaulted,
  integer,
  literal,
  object,
  oneOrMany,
  optional,
  record,
  required,
  text,
  word,
} from "./schema/schema.js";
import { newSizeFields, pixels, screenSnapshot, side } from "./terminal-types.js";

/** Actions sent as one; more are a program of their own. */
const MAX_ACTIONS = 256;

const session = required(text({ minLength: 1 }), "The session's id.");

export const sessionMethods = {
  "session.create": method({
    summary: "Starts a program on a terminal of its own.",
    params: object({
      program: required(text({ minLength: 1 }), "A command's name or a path."),
      args: defaulted(array(text()), [], "Its arguments."),
      cwd: optional(text(), "Its working directory; the server's own unless said otherwise."),
      env: defaulted(record(text()), {}, "Variables to set for it."),
      clear_env: defaulted(boolean(), false, "It inherits nothing of the server's environment."),
      rows: defaulted(side, DEFAULT_ROWS, "Rows of the terminal."),
      cols: defaulted(side, DEFAULT_COLS, "Columns of the terminal."),
      pixel_width: defaulted(pixels, 0, "Width in pixels."),
      pixel_height: defaulted(pixels, 0, "Height in pixels."),
      transcript_max_chars: defaulted(
        integer(0, MAX_TRANSCRIPT_CHARS),
        DEFAULT_TRANSCRIPT_CHARS,
        "Characters of output kept in memory.",
      ),
      raw_transcript_path: optional(text({ minLength: 1 }), "A file that gets every byte of output, unredacted."),
      raw_transcript_append: defaulted(boolean(), false, "Append to that file if it exists."),
    }),
    result: object({
      session: required(word(), "The new session's id: s1, s2, … and never the same again while the server lives."),
    }),
    errors: [],
    lane: "common",
    keeps: "until_done",
    example: { program: "/bin/sh", args: ["-c", "printf ready; cat"], rows: 24, cols: 80 },
  }),
  "session.list": method({
    summary: "The ids of all sessions in the order of their creation; those that have exited stay until closed.",
    params: object({}),
    result: object({ sessions: required(array(word()), "Their ids.") }),
    errors: [],
    lane: "sessions",
    keeps: "until_done",
    example: {},
  }),
  "session.input": method({
    summary:
      "Carries out an action, or several in order with nothing typed in between. Answered once the terminal has the bytes.",
    params: object({
      session,
      action: required(oneOrMany(action, MAX_ACTIONS), "What to do."),
      wait_id: optional(
        text({ minLength: 1 }),
        "A name of your choice, for session.cancel_wait: what is not typed by then is not typed.",
      ),
    }),
    result: object({ sent: required(literal(true), "It was done.") }),
    errors: ["session_closed", "wait_cancelled"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", action: { type: "text", value: "hello\r" } },
  }),
  "session.snapshot": method({
    summary: "The screen as it is now.",
    params: object({ session, ...snapshotFields }),
    result: screenSnapshot,
    errors: ["permission_denied"],
    lane: "session",
    keeps: "until_done",
    example: { session: "s1", cells: false },
  }),
  "session.transcript": method({
    summary: "The output kept in memory, escape sequences included.",
    params: object({ session, ...redactionFields }),
    result: transcriptText,
    errors: ["permission_denied"],
    lane: "session",
    keeps: "until_done",
    example: { session: "s1" },
  }),
  "session.wait": method({
    summary: "Waits until the matcher holds. Other requests of the connection go on meanwhile.",
    params: object({
      session,
      matcher: required(matcher, "What to wait for. It sees the text as it is; what is answered is redacted."),
      timeout_ms: defaulted(integer(0, MAX_WAIT_TIMEOUT_MS), DEFAULT_WAIT_TIMEOUT_MS, "0 looks once."),
      ...redactionFields,
      cells: defaulted(boolean(), false, "With the cells of the snapshot."),
      wait_id: optional(text({ minLength: 1 }), "A name of your choice, for session.cancel_wait."),
    }),
    result: object({
      matched: required(literal(true), "It holds."),
      sequence: required(integer(), "At which moment."),
      elapsed_ms: required(integer(), "After how long."),
      snapshot: required(screenSnapshot, "The screen at that moment."),
      transcript_tail: required(text(), "The end of the output at that moment."),
      outcome: required(outcome, "Which branch held."),
      exit_code: optional(integer(), "The program's exit code, if it has ended."),
      signal: optional(word(), "The signal that ended it, such as SIGKILL."),
    }),
    errors: ["matcher_timeout", "session_closed", "wait_cancelled", "permission_denied"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", matcher: { type: "contains_text", value: "ready" }, timeout_ms: 5_000 },
  }),
  "session.cancel_wait": method({
    summary: "Ends a wait or an input in flight with -32005, on whichever connection it was asked for.",
    params: object({ wait_id: required(text({ minLength: 1 }), "The name given to session.wait or session.input.") }),
    result: object({
      cancelled: required(boolean(), "False: there is no such wait, or it has been answered."),
      wait_id: optional(text(), "As asked for."),
    }),
    errors: [],
    lane: "wait",
    keeps: "until_done",
    example: { wait_id: "first-prompt" },
  }),
  "session.resize": method({
    summary: "Changes the terminal's size.",
    params: object({ session, ...newSizeFields }),
    result: object({ resized: required(literal(true), "It has the new size.") }),
    errors: [],
    lane: "session",
    keeps: "until_done",
    example: { session: "s1", rows: 40, cols: 120 },
  }),
  "session.kill": method({
    summary: "Ends the program and all that it started. The screen and the transcript stay readable.",
    params: object({ session }),
    result: object({ killed: required(literal(true), "It is gone.") }),
    errors: [],
    lane: "session",
    keeps: "until_done",
    example: { session: "s1" },
  }),
  "session.close": method({
    summary: "Kills, ends all waits on it with -32002, and forgets the session.",
    params: object({ session }),
    result: object({
      closed: required(literal(true), "It is gone."),
      raw_transcript_error: rawTranscriptError,
      exit_code: optional(integer(), "How the program ended by itself."),
      signal: optional(word(), "The signal that ended it."),
    }),
    errors: [],
    lane: "session_end",
    keeps: "until_done",
    example: { session: "s1" },
  }),
} as const;
