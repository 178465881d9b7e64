/**
 * matcher: what a wait waits for, checked and compiled, and whether a look at a session satisfies it.
 * Also says in words what is waited for and why it has not come. Regexes are linear-time, in the Rust dialect.
 * Should avoid: timers, sessions, screens and plugins themselves; a view and a registry are handed in.
 */
export { Matcher } from "./matcher.js";
export type { MatcherOf } from "./matcher.js";
export type { MatchOutcome } from "../../protocol/index.js";
export type { MatchMoment, MatchView, SessionFacts } from "./match-view.js";
export type { PluginRegistry, PredicateOutcome, SessionPlugins } from "./plugin-registry.js";
export { compileMatcher } from "./compiled-matcher.js";
export type { CompiledMatcher } from "./compiled-matcher.js";
export { MAX_MATCHER_DEPTH, MAX_MATCHER_NODES } from "./checked-matcher.js";
export { matchersIn, outcomesIn } from "./held-matchers.js";
export { describeMatcher } from "./describe-matcher.js";
export { explainMiss } from "./explain-miss.js";
