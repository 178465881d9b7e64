import { InvalidArgumentError } from "../../base/index.js";
import { matcher as matcherSchema, parseLibrary, visitHeld } from "../../protocol/index.js";
import { checkStyleNames } from "./check-style.js";
import type { Matcher } from "./matcher.js";

export const MAX_MATCHER_DEPTH = 32;
export const MAX_MATCHER_NODES = 256;

/** Checks the whole tree and copies it, so that a later change of the caller's objects changes nothing. */
export function checkMatcher(value: unknown): Matcher {
  checkSize(value, 1, { nodes: 0 });
  return parseLibrary(matcherSchema, value, "matcher");
}

/** Before anything else is done with it: it may hold itself. */
function checkSize(value: unknown, depth: number, budget: { nodes: number }): void {
  if (depth > MAX_MATCHER_DEPTH) fail(`nests deeper than ${MAX_MATCHER_DEPTH}; flatten its any and all lists`);
  if (++budget.nodes > MAX_MATCHER_NODES)
    fail(`holds more than ${MAX_MATCHER_NODES} matchers; use one regex with | instead`);
  if (typeof value !== "object" || value === null) return;
  const { pattern, style } = value as { readonly pattern?: unknown; readonly style?: unknown };
  checkStyleNames(style);
  if (pattern instanceof RegExp)
    fail(`must have its pattern as a string: JavaScript's ${String(pattern)} is another dialect; write flags as (?i)`);
  visitHeld(matcherSchema, value, (held) => checkSize(held, depth + 1, budget));
}

function fail(what: string): never {
  throw new InvalidArgumentError("matcher", `matcher ${what}`);
}

/** Only the names in styles, of a matcher whose rest is checked elsewhere. */
export function checkStylesIn(matcher: unknown, depth = 0): void {
  if (typeof matcher !== "object" || matcher === null || depth > MAX_MATCHER_DEPTH) return;
  checkStyleNames((matcher as { readonly style?: unknown }).style);
  visitHeld(matcherSchema, matcher, (held) => checkStylesIn(held, depth + 1));
}
