import { matcher as matcherSchema, outcome as outcomeSchema, visitHeld } from "../../protocol/index.js";
import type { Matcher } from "./matcher.js";
import type { MatchOutcome } from "../../protocol/index.js";

/** The matchers that one holds, not those in them. */
export function heldBy(matcher: Matcher): readonly Matcher[] {
  const held: Matcher[] = [];
  visitHeld(matcherSchema, matcher, (part) => held.push(part));
  return held;
}

/** A matcher and all in it. */
export const matchersIn = (matcher: Matcher): readonly Matcher[] => [matcher, ...heldBy(matcher).flatMap(matchersIn)];

/** An outcome and all in it. */
export function outcomesIn(outcome: MatchOutcome): readonly MatchOutcome[] {
  const held: MatchOutcome[] = [];
  visitHeld(outcomeSchema, outcome, (part) => held.push(part));
  return [outcome, ...held.flatMap(outcomesIn)];
}
