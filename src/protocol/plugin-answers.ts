import { newTurnEvent } from "./adapter-types.js";
import { planStep } from "./action-types.js";
import { conversation } from "./plugin-types.js";
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
});
/** What a plugin should make of a screen. Whatever is left out may be anything. */
export type FixtureExpectation = Library<typeof fixtureExpectation>;
