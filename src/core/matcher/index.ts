/**
 * matcher: what a wait waits for, checked and compiled, and whether a look at a session satisfies it.
 * Also says in words what is waited for and why it has not come. Regexes are linear-time, in the Rust dialect.
 * Should avoid: timers, sessions, screens and plugins themselves; a view and a registry are handed in.
 */
export { Matcher } from "./matcher.js";
export type { MatcherOf } from "./matcher.js";
export type { MatchOutcome } from "../../protocol/index.js";
export type { MatchMoment, MatchView, SessionFacts, ShownScreen } from "./match-view.js";
export type { PluginRegistry, PredicateOutcome, SessionPlugins } from "./plugin-registry.js";
export type { OwnCode, ShownTest } from "./compile-condition.js";
export { compileCondition } from "./compile-condition.js";
export { compileMatcher } from "./compiled-matcher.js";
export type { CompiledMatcher } from "./compiled-matcher.js";
export { MAX_MATCHER_DEPTH, MAX_MATCHER_NODES } from "./checked-matcher.js";
export { matchersIn, outcomesIn } from "./held-matchers.js";
export { describeMatcher } from "./describe-matcher.js";
export { explainMiss } from "./explain-miss.js";
export { nearMatch } from "./kinds/regex.js";
export { nearestOnScreen } from "./kinds/nearest-text.js";
export { quoted } from "./kinds/quoted-text.js";
export type { FindQuery, FoundPlace } from "./find-shown.js";
export { findAsked, findAtOnce, foundText } from "./find-shown.js";
export { LineSearch } from "./line-search.js";
export { checkStyleNames } from "./check-style.js";
export { checkStylesIn } from "./checked-matcher.js";
