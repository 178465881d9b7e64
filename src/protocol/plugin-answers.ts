import { disagreement, newTurnEvent } from "./adapter-types.js";
import { planStep } from "./action-types.js";
import { conversation } from "./plugin-types.js";
import { runStyle } from "./terminal-types.js";
import type { Library } from "./schema/schema.js";
import {
  array,
  boolean,
  integer,
  json,
  number,
  object,
  optional,
  record,
  required,
  text,
  word,
} from "./schema/schema.js";

// What plugins are given and what they answer. They write it in the spelling of the wire, in Lua or in WebAssembly.

/** Of one plan; more are a program of their own. */
const MAX_STEPS = 256;

const markers = required(record(integer()), "Where the transcript's labels were put.");
const cursor = required(integer(), "Where the transcript ended.");

/** What a terminal knows of its screen and a text does not. */
export const terminalView = object({
  size: required(
    object({ rows: required(integer(), "Rows."), cols: required(integer(), "Columns.") }),
    "How large the screen is.",
  ),
  cursor: required(
    object({
      row: required(integer(), "Row, from zero."),
      col: required(integer(), "Column, from zero."),
      visible: required(boolean(), "Whether the program shows it."),
    }),
    "Where the cursor is.",
  ),
  alternate_screen: required(boolean(), "A full-screen program has switched to the second screen."),
  title: optional(text(), "The title that the program gave its window."),
  wraps: required(array(integer()), "The rows, from zero, that were too long and go on in the next one."),
  full: required(array(integer()), "The rows, from zero, that reach the last column."),
  text: optional(text(), "The rows, one a line; left out where no row wraps, and they are the lines of `screen`."),
  runs: required(
    word(),
    "One line for each row: first column from zero, how many columns, and which of the styles, for all that is not plain.",
  ),
  styles: required(array(runStyle), "What the runs refer to, counted from one."),
});
export type TerminalView = Library<typeof terminalView>;

const signals = optional(
  array(
    object({
      number: required(integer(1), "Counts from one."),
      sequence: required(integer(), "How far the session was when it came."),
      age_ms: required(integer(), "How long ago that was."),
      data: required(record(json()), "The fields that the manifest names."),
    }),
  ),
  "What the program has told beside its screen, in order; left out where there is no side channel.",
);

const terminal = optional(terminalView, "The screen as the terminal has it, for a plugin that reads it.");

/** One look at a session, for `classify`. */
export const classifyInput = object({
  screen: required(text(), "The screen."),
  body_text: required(text(), "The screen without its last three lines, where many programs have a status bar."),
  status_text: required(text(), "The last three lines."),
  transcript: required(text(), "The end of the output."),
  sequence: required(integer(), "At which moment."),
  markers,
  cursor,
  completed_turn_stable_ms: required(integer(), "How long a screen must be still before a turn counts as complete."),
  stable_ms: required(integer(), "How long it has been still."),
  last_intent: optional(text(), "What the last plan left."),
  last_event_seq: optional(integer(), "The number of the last event."),
  process_exited: optional(boolean(), "The program has ended."),
  exit_code: optional(integer(), "How it ended by itself."),
  signal: optional(word(), "The signal that ended it."),
  terminal,
  signals,
  signals_dropped: optional(integer(), "What came and was no signal, or too much."),
  record: optional(
    object({
      entries: required(array(json()), "From the oldest to the newest."),
      cut: required(boolean(), "There is more before them."),
    }),
    "What the program's own record says.",
  ),
});

/** The same for a predicate. */
export const predicateInput = object({
  screen: required(text(), "The screen."),
  transcript: required(text(), "The end of the output."),
  sequence: required(integer(), "At which moment."),
  stable_ms: required(integer(), "How long it has been still."),
  process_exited: required(boolean(), "The program has ended."),
  markers,
  cursor,
  params: required(json(), "As the matcher has them."),
  terminal,
  signals,
});

/** What an intent that answers a question is told of which question is meant. */
export const dialogParams = object({ dialog_id: optional(text(), "The question that was seen.") });

export const classification = object({
  state: required(text({ minLength: 1 }), "The state."),
  confidence: optional(number(0, 1), "How sure it is."),
  evidence: optional(text(), "What it saw."),
  sequence: optional(integer(), "At which moment."),
  candidates: optional(array(json()), "What else it might be."),
  metadata: optional(json(), "Whatever the plugin has to say."),
  host_marks: optional(array(object({ label: required(text({ minLength: 1 }), "The marker.") })), "Markers to set."),
  events: optional(array(newTurnEvent), "What happened."),
  disagreement: optional(disagreement, "The screen and the program itself say different things."),
});

export const planAnswer = object({
  actions: optional(array(planStep, MAX_STEPS), "What to do, and what must be so in between."),
  last_intent: optional(text(), "What to remember."),
  refused: optional(
    object({
      reason: required(text({ minLength: 1 }), "Why, in one fixed word."),
      message: optional(text(), "Why, in a sentence."),
    }),
    "Nothing is to be done.",
  ),
  continue: optional(
    object({
      call: required(text({ minLength: 1 }), "The function that says what comes next."),
      params: optional(json(), "What it gets."),
    }),
    "What to ask when all of it was done, after a fresh look.",
  ),
});
export type PlanAnswer = Library<typeof planAnswer>;

export const descriptionAnswer = object({
  intents: optional(array(text()), "Intents."),
  wait_matchers: optional(array(text()), "Wait matchers."),
  states: optional(array(text()), "States."),
  conversation: optional(conversation, "How to ask and answer."),
});

/** The file beside a fixture. Whatever is left out may be anything. */
export const fixtureExpectation = object({
  state: required(text({ minLength: 1 }), "What the plugin should make of the screen."),
  evidence: optional(text(), "What it should say it saw."),
  min_confidence: optional(number(0, 1), "How sure it must be."),
  metadata: optional(json(), "What its metadata must hold; it may hold more."),
  last_intent: optional(text(), "The intent that was carried out last, for the plugin to know."),
  stable_ms: optional(integer(), "For how long the screen has been still; a minute unless said otherwise."),
  signals: optional(
    array(record(json())),
    "What the program has told beside its screen, the newest last, each as long ago as the screen is still.",
  ),
});
/** What a plugin should make of a screen. Whatever is left out may be anything. */
export type FixtureExpectation = Library<typeof fixtureExpectation>;
