import {
  DEFAULT_COLS,
  DEFAULT_ROWS,
  DEFAULT_SCROLLBACK_ROWS,
  DEFAULT_TRANSCRIPT_CHARS,
  MAX_AWAITED_CHARS,
  MAX_COMMAND_CHARS,
  MAX_FOUND_PLACES,
  MAX_NAME_CHARS,
  MAX_PATH_CHARS,
  MAX_SCROLLBACK_ROWS,
  MAX_SESSION_NAME_CHARS,
  MAX_TRANSCRIPT_CHARS,
  MAX_WAIT_TIMEOUT_MS,
} from "../base/index.js";
import { action } from "./action-types.js";
import { endReportFields } from "./end-report.js";
import { expectPatterns, expectResult } from "./expect-types.js";
import { matcher, outcome } from "./matcher-types.js";
import { method } from "./method.js";
import {
  cellsWanted,
  rawTranscriptError,
  screenRead,
  scrollbackPage,
  snapshotFields,
  transcriptText,
  waitTellingFields,
  waitTimeFields,
} from "./read-fields.js";
import { path, programArguments, programVariables } from "./program-fields.js";
import { redactionFields } from "./redaction-types.js";
import {
  array,
  boolean,
  defaulted,
  integer,
  literal,
  named,
  object,
  oneOrMany,
  optional,
  required,
  text,
  word,
} from "./schema/schema.js";
import { presenceFields, since, sinceField } from "./since-types.js";
import { findFields, foundMatch, newSizeFields, pixels, screenSnapshot, side } from "./terminal-types.js";

/** Actions sent as one; more are a program of their own. */
const MAX_ACTIONS = 256;

const name = text({ minLength: 1, maxLength: MAX_NAME_CHARS });
const session = required(name, "The session's id, or its name.");
const row = integer(Number.MIN_SAFE_INTEGER);

const timeout = optional(
  integer(0, MAX_WAIT_TIMEOUT_MS),
  "How long it may take; the session's own time-out unless said otherwise.",
);

const sessionDetails = named("SessionDetails", "What there is to know of a session.", () =>
  object({
    session: required(word(), "Its id."),
    name: optional(text(), "Its name, if it has one."),
    command: required(text(), "The program and its arguments, shortened."),
    cwd: required(text(), "Where it was started."),
    pid: optional(integer(), "Its process, while it runs."),
    rows: required(integer(), "Rows of its terminal."),
    cols: required(integer(), "Columns of its terminal."),
    sequence: required(integer(), "How often its screen has changed."),
    age_ms: required(integer(), "How long ago it was created."),
    exit_code: optional(integer(), "Its exit code, if it has ended."),
    signal: optional(word(), "The signal that ended it, such as SIGKILL."),
  }),
);

export const sessionMethods = {
  "session.create": method({
    summary: "Starts a program on a terminal of its own.",
    params: object({
      program: required(path, "A command's name or a path."),
      args: defaulted(programArguments, [], "Its arguments."),
      cwd: optional(
        text({ maxLength: MAX_PATH_CHARS }),
        "Its working directory; the server's own unless said otherwise.",
      ),
      env: defaulted(programVariables, {}, "Variables to set for it."),
      clear_env: defaulted(boolean(), false, "It inherits nothing of the server's environment."),
      name: optional(
        text({ minLength: 1, maxLength: MAX_SESSION_NAME_CHARS }),
        'A name of your choice that stands wherever the id may, until the session is closed: a letter, then letters, digits, ".", "_" or "-", and not like an id.',
      ),
      rows: defaulted(side, DEFAULT_ROWS, "Rows of the terminal."),
      cols: defaulted(side, DEFAULT_COLS, "Columns of the terminal."),
      pixel_width: defaulted(pixels, 0, "Width in pixels."),
      pixel_height: defaulted(pixels, 0, "Height in pixels."),
      transcript_max_chars: defaulted(
        integer(0, MAX_TRANSCRIPT_CHARS),
        DEFAULT_TRANSCRIPT_CHARS,
        "Characters of output kept in memory.",
      ),
      scrollback: defaulted(
        integer(0, MAX_SCROLLBACK_ROWS),
        DEFAULT_SCROLLBACK_ROWS,
        "Rows that are kept when they leave at the top of the normal screen; 0 keeps none.",
      ),
      timeout_ms: optional(
        integer(0, MAX_WAIT_TIMEOUT_MS),
        "How long a wait on it may take that is told nothing; the server's PTYWRIGHT_TIMEOUT_MS, or 30,000, unless said otherwise.",
      ),
      raw_transcript_path: optional(path, "A file that gets every byte of output, unredacted."),
      raw_transcript_append: defaulted(boolean(), false, "Append to that file if it exists."),
      shell_integration: defaulted(
        boolean(),
        false,
        "The program is bash, zsh or fish, and marks its commands, for session.run. Its user's own files are read and not changed.",
      ),
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
    params: object({ details: defaulted(boolean(), false, "With what there is to know of each.") }),
    result: object({
      sessions: required(array(word()), "Their ids."),
      names: optional(
        array(
          object({ session: required(word(), "Its id."), name: required(text(), "As session.create was told it.") }),
        ),
        "Those that have a name; left out if none has.",
      ),
      details: optional(array(sessionDetails), "If asked for, in the same order."),
    }),
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
        name,
        "A name of your choice, for session.cancel_wait: what is not typed by then is not typed.",
      ),
    }),
    result: object({
      sent: required(literal(true), "It was done."),
      notes: optional(
        array(word()),
        "What was done otherwise than asked for, such as a key sent without its modifiers.",
      ),
    }),
    errors: ["session_closed", "wait_cancelled"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", action: { type: "text", value: "hello\r" } },
  }),
  "session.snapshot": method({
    summary: "The screen as it is now, or what of it is another since an earlier read.",
    params: object({
      session,
      ...snapshotFields,
      newer_than: optional(
        integer(),
        "The sequence number of an earlier read: waits until there is a later one, or the program has ended, or timeout_ms is over, and answers what there is then.",
      ),
      timeout_ms: optional(
        integer(0, MAX_WAIT_TIMEOUT_MS),
        "How long newer_than waits; the session's own time-out unless said otherwise.",
      ),
    }),
    result: screenRead,
    errors: ["permission_denied"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", cells: false },
  }),
  "session.transcript": method({
    summary: "The output kept in memory, escape sequences included.",
    params: object({
      session,
      since: optional(
        since,
        "Only what was written after this: the last input, a sequence number, or a label. What is no longer kept is left out.",
      ),
      ...redactionFields,
    }),
    result: transcriptText,
    errors: ["permission_denied"],
    lane: "session",
    keeps: "until_done",
    example: { session: "s1" },
  }),
  "session.scrollback": method({
    summary:
      "Rows that left at the top of the normal screen, as they are at the present width, without the blanks at their end. They are " +
      "numbered from the first that ever left; a resize that wraps them anew numbers them anew.",
    params: object({
      session,
      from: optional(row, "The first to read; the oldest that is kept if left out. -1 is the row above the screen."),
      to: optional(row, "The last to read; -1 if left out."),
      find: optional(
        text({ minLength: 1, maxLength: MAX_AWAITED_CHARS }),
        "Only rows in which this text begins; it may go on in the next ones where a line was wrapped.",
      ),
      ...redactionFields,
    }),
    result: scrollbackPage,
    errors: ["permission_denied"],
    lane: "session",
    keeps: "until_done",
    example: { session: "s1", from: -100 },
  }),
  "session.wait": method({
    summary: "Waits until the matcher holds. Other requests of the connection go on meanwhile.",
    params: object({
      session,
      matcher: required(matcher, "What to wait for. It sees the text as it is; what is answered is redacted."),
      timeout_ms: optional(
        integer(0, MAX_WAIT_TIMEOUT_MS),
        "0 looks once. As session.create was told unless said otherwise: 30,000 if nothing was.",
      ),
      since: sinceField,
      ...redactionFields,
      cells: defaulted(cellsWanted, false, 'With the cells of the snapshot; "runs" has its `runs` instead.'),
      ...waitTellingFields,
      wait_id: optional(name, "A name of your choice, for session.cancel_wait."),
    }),
    result: object({
      matched: required(literal(true), "It holds."),
      ...waitTimeFields,
      snapshot: optional(screenSnapshot, "The screen at that moment, unless `result` is none."),
      transcript_tail: optional(text(), "The end of the output at that moment, if `result` is full."),
      outcome: required(outcome, "Which branch held."),
      ...presenceFields,
      exit_code: optional(integer(), "The program's exit code, if it has ended."),
      signal: optional(word(), "The signal that ended it, such as SIGKILL."),
    }),
    errors: ["matcher_timeout", "session_closed", "wait_cancelled", "permission_denied"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", matcher: { type: "contains_text", value: "ready" }, timeout_ms: 5_000 },
  }),
  "session.submit": method({
    summary:
      "Types a line and Enter, and remembers where its echo ends: waits with `since`, and session.expect, look behind that. Answered once the terminal has the Enter.",
    params: object({
      session,
      line: required(text({ maxLength: MAX_COMMAND_CHARS }), "The line; several where the program takes a paste."),
      echo: defaulted(boolean(), true, "False: nothing of it will be echoed, which is otherwise found out."),
      wait_id: optional(
        name,
        "A name of your choice, for session.cancel_wait: what is not typed by then is not typed.",
      ),
    }),
    result: object({ sent: required(literal(true), "It was done.") }),
    errors: ["session_closed", "wait_cancelled"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", line: "echo hello" },
  }),
  "session.expect": method({
    summary:
      "Waits for what the program says next, as text without escape sequences. A match takes all up to its end; the next call goes on behind it.",
    params: object({
      session,
      patterns: required(expectPatterns, "One pattern, or several of which the first that is found counts."),
      timeout_ms: timeout,
      ...redactionFields,
      wait_id: optional(name, "A name of your choice, for session.cancel_wait."),
    }),
    result: expectResult,
    errors: ["matcher_timeout", "session_closed", "wait_cancelled", "permission_denied"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", patterns: { type: "text", value: "ready" }, timeout_ms: 5_000 },
  }),
  "session.run": method({
    summary:
      "Runs a command in a shell that was created with shell_integration, and tells how it ended and what it alone printed.",
    params: object({
      session,
      command: required(text({ maxLength: MAX_COMMAND_CHARS }), "The command; several lines are fine."),
      timeout_ms: timeout,
      ...redactionFields,
      stream: defaulted(
        boolean(),
        false,
        "Tells all of its output as it comes, in session.run_output; the program waits for a client that does not read. Not with extra_regexes.",
      ),
      wait_id: optional(name, "A name of your choice, for session.cancel_wait, which interrupts it."),
    }),
    result: object({
      exit_code: required(integer(), "Its exit code, or that of the shell if it has ended with it."),
      output: required(text(), "What it printed, as text without escape sequences; the last 262,144 characters."),
      duration_ms: required(integer(), "How long it took."),
      truncated: optional(boolean(), "There was more output."),
    }),
    errors: ["matcher_timeout", "session_closed", "wait_cancelled", "permission_denied"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", command: "echo hello", timeout_ms: 5_000 },
  }),
  "session.find": method({
    summary:
      "Where a text, what a pattern matches, or what is drawn in some way stands on the screen now. Rows end with their last character that is no " +
      "blank; soft-wrapped rows are joined. It sees the text as it is; what is answered is redacted.",
    params: object({
      session,
      ...findFields,
      timeout_ms: optional(
        integer(0, MAX_WAIT_TIMEOUT_MS),
        "With `scrollback`: waits so long until something is found, and sees also what rushes past. Looks once if left out.",
      ),
      count: defaulted(integer(1, MAX_FOUND_PLACES), 1, "So many places are waited for."),
      ...redactionFields,
      wait_id: optional(name, "A name of your choice for a wait, for session.cancel_wait."),
    }),
    result: object({
      sequence: required(integer(), "At which moment."),
      matches: required(
        array(foundMatch),
        "From the top left on, 2,000 at most: the first of the screen, or the last if the scrollback was searched too.",
      ),
      more: optional(literal(true), "There are more."),
    }),
    errors: ["matcher_timeout", "session_closed", "wait_cancelled", "permission_denied"],
    lane: "session",
    keeps: "until_begun",
    example: { session: "s1", text: "ready" },
  }),
  "session.cancel_wait": method({
    summary: "Ends a wait or an input in flight with -32005, on whichever connection it was asked for.",
    params: object({ wait_id: required(name, "The name given to session.wait or session.input.") }),
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
    params: object({
      session,
      ...newSizeFields,
      lend: defaulted(
        boolean(),
        false,
        "As long as this connection lasts; then it gets back what it had, or what another still has lent.",
      ),
    }),
    result: object({ resized: required(literal(true), "It has the new size.") }),
    errors: [],
    lane: "session",
    keeps: "until_done",
    example: { session: "s1", rows: 40, cols: 120 },
  }),
  "session.kill": method({
    summary: "Ends the program and all that it started. The screen and the transcript stay readable.",
    params: object({ session }),
    result: object({ killed: required(literal(true), "It is gone."), ...endReportFields }),
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
      ...endReportFields,
    }),
    errors: [],
    lane: "session_end",
    keeps: "until_done",
    example: { session: "s1" },
  }),
} as const;
