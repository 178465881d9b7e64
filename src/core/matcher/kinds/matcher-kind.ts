import type { ScreenBefore } from "../evaluation.js";
import type { MatchView } from "../match-view.js";
import type { Matcher } from "../matcher.js";
import type { PatternBudget } from "../../../text/regex/index.js";
import type { PluginRegistry } from "../plugin-registry.js";
import type { ScreenBudget } from "../screen-budget.js";
import type { MatcherPart } from "./matcher-part.js";

/** What a matcher is compiled with. */
export interface Compiling {
  /** Compiles a matcher that this one holds in the given field. */
  readonly branch: (held: Matcher, field: string) => MatcherPart;
  /** A field as it is named in an error: `matcher.matchers[2].pattern`. */
  readonly place: (field: string) => string;
  readonly registry: PluginRegistry | undefined;
  /** Of all patterns of the whole matcher. */
  readonly patterns: PatternBudget;
  /** Of all regions and styles of the whole matcher. */
  readonly budget: ScreenBudget;
}

/** What a matcher is described with. */
export interface Describing {
  /** Where it looks: "on the screen", or in a part of it. */
  readonly place: string;
  /** The same for one that it holds. */
  readonly describe: (held: Matcher, place?: string) => string;
}

/** What a miss is explained with. */
export interface Explaining {
  /** What all explanations may cost. */
  readonly patterns: PatternBudget;
  /** The same for patterns that are tried in place of one that fails. */
  readonly nearPatterns: PatternBudget;
  /** How often the bell rang during the wait. */
  readonly bells: number;
  /** The screen when the wait began, if the matcher looks for a change. */
  readonly before: ScreenBefore | undefined;
  /** What was said of the same miss by those who knew that screen. */
  readonly said: readonly string[] | undefined;
  /** Where it looks: "on the screen", or in a part of it. */
  readonly place: string;
  /** Describes one that it holds. */
  readonly describe: (held: Matcher) => string;
  /** Whether one that it holds matches; undefined if that cannot be told at once. */
  readonly holds: (held: Matcher, view: MatchView) => boolean | undefined;
}

/** Everything about one kind of matcher that its schema does not say. */
export interface MatcherKind<M extends Matcher> {
  /** The text it looks at, if any. Of one that reads the output, nothing is said to those who may not see it. */
  readonly reads?: "screen" | "transcript";
  compile(matcher: M, compiling: Compiling): MatcherPart;
  /** What is waited for, as a part of a sentence. */
  describe(matcher: M, describing: Describing): string;
  /** What those that it holds see of a look, if not all of it; undefined if nothing is to be said of them. */
  heldView?(matcher: M, view: MatchView): MatchView | undefined;
  /** Where those that it holds look, if elsewhere than itself. */
  heldPlace?(matcher: M): string;
  /** Why it does not match; undefined if it does, and if those that it holds tell all. */
  explain(matcher: M, view: MatchView, explaining: Explaining): string | undefined;
}
