import { InvalidArgumentError } from "../../base/index.js";
import type { Matcher, PredicateOutcome } from "../../core/matcher/index.js";
import { compileMatcher } from "../../core/matcher/index.js";
import {
  array,
  conversation,
  integer,
  json,
  matcher,
  newTurnEvent,
  number,
  object,
  optional,
  parse,
  planStep,
  required,
  text,
  unknownFields,
} from "../../protocol/index.js";
import { actionFromWire, matcherFromWire } from "../../wire/index.js";
import type { WirePlanStep } from "../../protocol/index.js";
import type { PlanStep } from "../turn/index.js";
import { checkPlan } from "../turn/index.js";
import type { ClassifyContext } from "./classify-context.js";
import { conversationFrom } from "./conversation.js";
import type { ExtensionDescription } from "./extension.js";
import type { Classification } from "./extension-state.js";

/** Of one plan; more are a program of their own. */
const MAX_STEPS = 256;

const classification = object({
  state: required(text({ minLength: 1 }), "The state."),
  confidence: optional(number(0, 1), "How sure it is."),
  evidence: optional(text(), "What it saw."),
  sequence: optional(integer(), "At which moment."),
  candidates: optional(array(json()), "What else it might be."),
  metadata: optional(json(), "Whatever the plugin has to say."),
  host_marks: optional(array(object({ label: required(text({ minLength: 1 }), "The marker.") })), "Markers to set."),
  events: optional(array(newTurnEvent), "What happened."),
});

export function classificationFrom(value: unknown, { sequence }: ClassifyContext): Classification {
  const answer = parse(classification, withLists(value, ["candidates", "host_marks", "events"]), "answer");
  const { state, confidence = 1, evidence = "", candidates = [], metadata, host_marks: hostMarks, events } = answer;
  return {
    state,
    confidence: Math.round(confidence * 1_000) / 1_000,
    evidence,
    sequence: answer.sequence ?? sequence,
    candidates,
    ...(metadata === undefined ? {} : { metadata }),
    ...(hostMarks === undefined ? {} : { hostMarks }),
    ...(events === undefined ? {} : { events }),
  };
}

const plan = object({
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

export interface AnsweredPlan {
  readonly steps: readonly PlanStep[];
  readonly lastIntent: string | undefined;
  readonly refused: { readonly reason: string; readonly message?: string | undefined } | undefined;
  readonly continueWith: { readonly call: string; readonly params?: unknown } | undefined;
}

export function planFrom(value: unknown): AnsweredPlan {
  const answer = parse(plan, withLists(value, ["actions"]), "answer");
  const { actions = [], last_intent: lastIntent, refused, continue: continueWith } = answer;
  const strangers = unknownFields(plan, value);
  if (strangers.length > 0)
    throw new InvalidArgumentError(
      "answer",
      `answer must have actions, last_intent, continue or refused, but has ${strangers.join(", ")}`,
    );
  const steps = actions.map(stepFrom);
  checkPlan({ steps });
  return { steps, lastIntent, refused, continueWith };
}

function stepFrom(step: WirePlanStep): PlanStep {
  if (step.type !== "wait" && step.type !== "expect") return actionFromWire(step);
  const { matcher: awaited, message } = step.value;
  const timeoutMs = "timeout_ms" in step.value ? step.value.timeout_ms : undefined;
  return { type: step.type, matcher: matcherFromWire(awaited), timeoutMs, message };
}

/** Checked to the last pattern, so that a wait cannot fail because of it. */
export function matcherFrom(value: unknown): Matcher {
  const answer = matcherFromWire(parse(matcher, value, "matcher"));
  compileMatcher(answer);
  return answer;
}

const description = object({
  intents: optional(array(text()), "Intents."),
  wait_matchers: optional(array(text()), "Wait matchers."),
  states: optional(array(text()), "States."),
  conversation: optional(conversation, "How to ask and answer."),
});

export function descriptionFrom(value: unknown): Partial<ExtensionDescription> {
  const listed = withLists(value, ["intents", "wait_matchers", "states"]);
  const answer = parse(description, withStateLists(listed), "answer");
  const { intents, wait_matchers: waitMatchers, states, conversation: table } = answer;
  return {
    ...(intents === undefined ? {} : { intents }),
    ...(waitMatchers === undefined ? {} : { waitMatchers }),
    ...(states === undefined ? {} : { states }),
    ...(table === undefined ? {} : { conversation: conversationFrom(table) }),
  };
}

/** As Lua has it: everything but nil and false is yes, what `find` and `match` give too; a table says it in `matched`. */
export function predicateOutcomeFrom(value: unknown): PredicateOutcome {
  if (typeof value === "string") return { matched: true, capture: value };
  if (typeof value !== "object" || value === null) return { matched: value === true || typeof value === "number" };
  const { matched, evidence, capture } = value as Record<string, unknown>;
  return {
    matched: matched === true,
    ...(typeof evidence === "string" ? { evidence } : {}),
    ...(typeof capture === "string" ? { capture } : {}),
  };
}

function withStateLists(value: unknown): unknown {
  const { conversation: table } = (value ?? {}) as { readonly conversation?: { readonly states?: unknown } };
  if (typeof table !== "object" || table === null) return value;
  const states = withLists(table.states, ["ready", "working", "done", "failed"]);
  return { ...(value as object), conversation: { ...table, states } };
}

/** In Lua an empty list and an empty table are the same thing. */
function withLists(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const name of names) if (isEmptyTable(copy[name])) copy[name] = [];
  return copy;
}

const isEmptyTable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
