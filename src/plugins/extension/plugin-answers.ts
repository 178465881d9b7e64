import { InvalidArgumentError } from "../../base/index.js";
import type { Matcher, PredicateOutcome } from "../../core/matcher/index.js";
import { compileMatcher } from "../../core/matcher/index.js";
import type { PlanAnswer } from "../../protocol/index.js";
import {
  classification,
  decodeLua,
  descriptionAnswer,
  matcher,
  planAnswer,
  unknownFields,
} from "../../protocol/index.js";
import type { PlanStep } from "../turn/index.js";
import { checkPlan } from "../turn/index.js";
import type { ClassifyContext } from "./classify-context.js";
import type { ExtensionDescription } from "./extension.js";
import type { Classification } from "./extension-state.js";

export function classificationFrom(value: unknown, { sequence }: ClassifyContext): Classification {
  const answer = decodeLua(classification, value, "answer");
  const { confidence = 1, evidence = "", candidates = [] } = answer;
  return {
    ...answer,
    confidence: Math.round(confidence * 1_000) / 1_000,
    evidence,
    sequence: answer.sequence ?? sequence,
    candidates,
  };
}

export interface AnsweredPlan extends Omit<PlanAnswer, "actions" | "continue"> {
  readonly steps: readonly PlanStep[];
  readonly continueWith: PlanAnswer["continue"];
}

export function planFrom(value: unknown): AnsweredPlan {
  const { actions: steps = [], continue: continueWith, ...rest } = decodeLua(planAnswer, value, "answer");
  const strangers = unknownFields(planAnswer, value);
  if (strangers.length > 0)
    throw new InvalidArgumentError(
      "answer",
      `answer must have actions, last_intent, continue or refused, but has ${strangers.join(", ")}`,
    );
  checkPlan({ steps });
  return { ...rest, steps, continueWith };
}

/** Checked completely, patterns included, so that a wait cannot fail because of it. */
export function matcherFrom(value: unknown): Matcher {
  const answer = decodeLua(matcher, value, "matcher");
  compileMatcher(answer);
  return answer;
}

export const descriptionFrom = (value: unknown): Partial<ExtensionDescription> =>
  decodeLua(descriptionAnswer, value, "answer") as Partial<ExtensionDescription>;

/** As in Lua, everything but nil and false is true, such as the results of `find` and `match`; a table has it in `matched`. */
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
