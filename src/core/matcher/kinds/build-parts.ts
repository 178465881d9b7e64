import { PatternBudget } from "../../../text/regex/index.js";
import type { Matcher } from "../matcher.js";
import type { PluginRegistry } from "../plugin-registry.js";
import { ScreenBudget } from "../screen-budget.js";
import { kindOf } from "./index.js";
import type { MatcherKind } from "./matcher-kind.js";
import type { MatcherPart } from "./matcher-part.js";

/** A tree of parts, and all of them. */
export interface BuiltParts {
  readonly root: MatcherPart;
  /** Each with what it was made of. */
  readonly parts: ReadonlyMap<MatcherPart, Matcher>;
  readonly reads: ReadonlySet<MatcherKind<Matcher>["reads"]>;
}

/** Compiles a matcher that was checked, and all in it. */
export function buildParts(matcher: Matcher, registry: PluginRegistry | undefined): BuiltParts {
  const parts = new Map<MatcherPart, Matcher>();
  const reads = new Set<MatcherKind<Matcher>["reads"]>();
  const patterns = new PatternBudget();
  const budget = new ScreenBudget();
  const at = (part: Matcher, path: string): MatcherPart => {
    const kind = kindOf(part);
    const compiled = kind.compile(part, {
      branch: (held, field) => at(held, `${path}.${field}`),
      place: (field) => `${path}.${field}`,
      registry,
      patterns,
      budget,
    });
    reads.add(kind.reads);
    parts.set(compiled, part);
    return compiled;
  };
  return { root: at(matcher, "matcher"), parts, reads };
}
