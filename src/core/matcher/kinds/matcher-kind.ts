import type { MatchView } from "../match-view.js";
import type { Matcher } from "../matcher.js";
import type { PluginRegistry } from "../plugin-registry.js";
import type { MatcherPart } from "./matcher-part.js";

/** What a matcher is compiled with. */
export interface Compiling {
  /** Compiles a matcher that this one holds in the given field. */
  readonly branch: (held: Matcher, field: string) => MatcherPart;
  /** A field as it is named in an error: `matcher.matchers[2].pattern`. */
  readonly place: (field: string) => string;
  readonly registry: PluginRegistry | undefined;
}

/** Everything about one kind of matcher that its schema does not say. */
export interface MatcherKind<M extends Matcher> {
  /** The text it looks at, if any. Of one that reads the output, nothing is said to those who may not see it. */
  readonly reads?: "screen" | "transcript";
  compile(matcher: M, compiling: Compiling): MatcherPart;
  /** What is waited for, as a part of a sentence. `describe` does the same for those that it holds. */
  describe(matcher: M, describe: (held: Matcher) => string): string;
  /** Why it does not match; undefined if it does, and if those that it holds tell all. */
  explain(matcher: M, view: MatchView): string | undefined;
}
