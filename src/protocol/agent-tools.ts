import {
  DEFAULT_COLS,
  DEFAULT_ROWS,
  MAX_AWAITED_CHARS,
  MAX_COMMAND_CHARS,
  MAX_NAME_CHARS,
  MAX_PARAMS_CHARS,
  MAX_PATH_CHARS,
  MAX_SCROLLBACK_ROWS,
  MAX_SESSION_NAME_CHARS,
  MAX_TERMINAL_SIDE,
  MAX_WAIT_TIMEOUT_MS,
} from "../base/index.js";
import { programArguments, programVariables } from "./program-fields.js";
import type { JsonSchema } from "./schema/json-schema.js";
import { jsonSchema } from "./schema/json-schema.js";
import type { ObjectNode } from "./schema/schema.js";
import {
  array,
  boolean,
  defaulted,
  integer,
  number,
  object,
  oneOf,
  oneOrMany,
  optional,
  regex,
  required,
  text,
  word,
} from "./schema/schema.js";
import { side } from "./terminal-types.js";

// The tools of `ptywright mcp`. A model reads every word of them with each of its turns.

/** A tool: what a model is told of it, what it takes and what it answers. */
export interface AgentToolSpec {
  readonly summary: string;
  readonly params: ObjectNode;
  readonly result: ObjectNode;
  /** It changes nothing. */
  readonly isRead?: boolean;
}

const MAX_KEYS = 64;
/** More than a model writes; a file is for the rest. */
const MAX_TYPED_CHARS = 262_144;
/** Of the output of a command: 500 tokens, unless a model wants more. */
const DEFAULT_OUTPUT_CHARS = 2_000;
const MIN_OUTPUT_CHARS = 100;
const MAX_OUTPUT_CHARS = 16_000;

const tool = <P extends ObjectNode, R extends ObjectNode>(spec: {
  readonly summary: string;
  readonly params: P;
  readonly result: R;
  readonly isRead?: boolean;
}): typeof spec => spec;

const session = optional(
  text({ minLength: 1, maxLength: MAX_NAME_CHARS }),
  "The session; may be left out while there is one only.",
);
const timeoutS = optional(number(0, MAX_WAIT_TIMEOUT_MS / 1_000), "Give up after so many seconds.");
const row = integer(-MAX_SCROLLBACK_ROWS, MAX_TERMINAL_SIDE);
const place = integer(0, MAX_TERMINAL_SIDE - 1);
const awaited = text({ minLength: 1, maxLength: MAX_AWAITED_CHARS });

const quiet = optional(boolean(), "Answer no rows; read what you need.");

const endFields = {
  exit_code: optional(integer(), "The program has ended, with this exit code."),
  signal: optional(word(), "The program was ended by this signal."),
} as const;

/** What a model gets to see of a screen. */
const shownFields = {
  cursor: optional(array(place, 2), "Its row and column, from 0."),
  ...endFields,
  screen: optional(text(), "All rows."),
  rows: optional(text(), "Rows that changed since they were last told, or were asked for, as ROW|TEXT."),
  note: optional(text(), "What else there is to know."),
} as const;

export const agentTools = {
  terminal_start: tool({
    summary:
      "Starts a program on a terminal of its own and answers its screen once that is still. Rows and columns count from 0; @ROW,COL is the cursor.",
    params: object({
      command: optional(
        text({ minLength: 1, maxLength: MAX_COMMAND_CHARS }),
        "The program and its arguments; quotes work, pipes and variables do not. Left out: a shell.",
      ),
      args: optional(programArguments, "The arguments, if command is the program alone."),
      cwd: optional(text({ minLength: 1, maxLength: MAX_PATH_CHARS }), "Where to start it."),
      name: optional(text({ minLength: 1, maxLength: MAX_SESSION_NAME_CHARS }), "What to call the session."),
      rows: defaulted(side, DEFAULT_ROWS, "Height."),
      cols: defaulted(side, DEFAULT_COLS, "Width."),
      env: optional(programVariables, "Variables to set."),
      quiet,
    }),
    result: object({ session: required(text(), "Its name."), ...shownFields }),
  }),
  terminal_type: tool({
    summary:
      "Types: first click or mouse, then text, paste, keys, Enter, whichever are given. Answers the rows that changed once the screen is still, or once wait_for is shown.",
    params: object({
      session,
      text: optional(text({ maxLength: MAX_TYPED_CHARS }), "Typed as it is."),
      paste: optional(text({ maxLength: MAX_TYPED_CHARS }), "Pasted as one piece."),
      keys: optional(
        oneOrMany(text({ minLength: 1, maxLength: MAX_NAME_CHARS }), MAX_KEYS),
        "Keys such as Escape, Ctrl+C, Up, F5, Alt+x.",
      ),
      enter: optional(boolean(), "Enter at the end."),
      click: optional(awaited, "Click on this text of the screen."),
      mouse: optional(
        object({
          kind: required(oneOf("click", "press", "release", "move", "scroll_up", "scroll_down"), "What happens."),
          row: required(place, "Row."),
          col: required(place, "Column."),
          button: optional(oneOf("left", "middle", "right"), "Left unless said otherwise."),
        }),
        "A mouse event, for programs that use the mouse.",
      ),
      wait_for: optional(awaited, "Then wait until this text comes."),
      quiet,
      timeout_s: timeoutS,
    }),
    result: object(shownFields),
  }),
  terminal_wait: tool({
    summary: "Waits until all that is given holds, and answers the rows that changed.",
    params: object({
      session,
      text: optional(awaited, "This text is shown."),
      regex: optional(regex(), "This pattern (Rust dialect) is shown."),
      gone: optional(awaited, "This text is shown no more."),
      stable_ms: optional(integer(0, MAX_WAIT_TIMEOUT_MS), "The screen was still for so long."),
      exit: optional(boolean(), "The program has ended."),
      output: optional(boolean(), "Look for text and regex in all that is written, also what scrolls by."),
      since: optional(oneOf("input"), "Only what came after the last input counts."),
      timeout_s: timeoutS,
    }),
    result: object(shownFields),
    isRead: true,
  }),
  terminal_read: tool({
    summary: "Answers the rows that changed since they were last told to you, or what you ask for.",
    params: object({
      session,
      full: optional(boolean(), "The whole screen."),
      from: optional(row, "Rows from this one on; -1 is the row that left the screen last."),
      to: optional(row, "Up to this row."),
      find: optional(awaited, "Only rows with this text, also of those that left the screen."),
    }),
    result: object(shownFields),
    isRead: true,
  }),
  terminal_run: tool({
    summary:
      "Runs a shell command and answers its exit code and its output alone. The shell stays: cd and variables last. For programs that ask or draw, use terminal_start.",
    params: object({
      session: optional(
        text({ minLength: 1, maxLength: MAX_NAME_CHARS }),
        "A session of bash, zsh or fish; left out: one that is started for this.",
      ),
      command: optional(
        text({ minLength: 1, maxLength: MAX_COMMAND_CHARS }),
        "Left out: go on waiting for the one that still runs.",
      ),
      max_chars: defaulted(
        integer(MIN_OUTPUT_CHARS, MAX_OUTPUT_CHARS),
        DEFAULT_OUTPUT_CHARS,
        "Of a longer output, its beginning and its end.",
      ),
      timeout_s: timeoutS,
    }),
    result: object({
      exit_code: optional(integer(), "Left out while it runs."),
      output: required(text(), "What it printed."),
      note: optional(text(), "What else there is to know."),
    }),
  }),
  terminal_list: tool({
    summary: "Lists your sessions.",
    params: object({}),
    result: object({
      sessions: required(
        array(
          object({
            session: required(text(), "Its name."),
            command: required(text(), "What was started."),
            cwd: required(text(), "Where."),
            ...endFields,
          }),
        ),
        "Oldest first.",
      ),
    }),
    isRead: true,
  }),
  terminal_close: tool({
    summary: "Ends a session with all that it started.",
    params: object({ session, all: optional(boolean(), "Every session of yours.") }),
    result: object({ closed: required(array(text()), "Their names.") }),
  }),
  agent_ask: tool({
    summary:
      "Asks a program that ptywright knows how to talk to one thing, in a run of its own, and answers what it says. What it may do was decided by the user.",
    params: object({
      adapter: optional(text({ minLength: 1, maxLength: MAX_NAME_CHARS }), "Which program."),
      prompt: optional(text({ minLength: 1, maxLength: MAX_PARAMS_CHARS }), "What to ask."),
      cwd: optional(text({ minLength: 1, maxLength: MAX_PATH_CHARS }), "Where it works."),
      ask: optional(text({ minLength: 1, maxLength: MAX_NAME_CHARS }), "Instead: go on waiting for this one."),
      timeout_s: timeoutS,
    }),
    result: object({
      outcome: required(word(), "answered, running, or how it failed."),
      answer: required(text(), "What it said."),
      ask: optional(word(), "To go on waiting with, while it runs."),
      note: optional(text(), "What went wrong, or what else there is to know."),
    }),
  }),
} as const;

export type AgentToolName = keyof typeof agentTools;

/** A tool's parameters, or its result, for clients. */
export const agentToolSchema = (node: ObjectNode): JsonSchema => jsonSchema(node, "#/$defs/", new Map());
