/**
 * regex: the Rust regex dialect on a linear-time engine. A pattern is parsed here completely, flags and classes are
 * resolved, and the engine is handed only forms that it reads as the dialect means them; the rest is refused with a reason.
 * What may take long on a large text is searched in a thread.
 * Must not: know matchers or screens, pass a pattern to the engine unparsed.
 */
export { compileRegex, findRegexEngine } from "./linear-regex.js";
export { searchElsewhere } from "./search-thread.js";
export type { LinearRegex, RegexMatch, RegexOptions } from "./linear-regex.js";
