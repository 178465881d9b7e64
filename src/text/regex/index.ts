/**
 * regex: the Rust regex dialect on a linear-time engine. A pattern is parsed here completely, flags and classes are
 * resolved, and the engine is handed only forms that it reads as the dialect means them; the rest is refused with a reason.
 * What may take long on a large text is searched in a thread.
 * Must not: know matchers or screens, pass a pattern to the engine unparsed.
 */
export { compileRegex, findRegexEngine, firstSpans } from "./linear-regex.js";
export { PatternBudget } from "./pattern-budget.js";
export {
  SearchGivenUpError,
  findElsewhere,
  lineSpansElsewhere,
  searchElsewhere,
  spansElsewhere,
  textsMatchedElsewhere,
} from "./search-thread.js";
export type { LinearRegex, RegexFound, RegexMatch, RegexOptions, RegexSpan } from "./linear-regex.js";
