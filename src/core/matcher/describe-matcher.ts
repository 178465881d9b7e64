import { kindOf } from "./kinds/index.js";
import type { Matcher } from "./matcher.js";

/**
 * What is being waited for, in one line for people.
 *
 * @example
 * ```ts
 * describeMatcher(Matcher.containsText("ready")); // text "ready" on the screen
 * ```
 */
export const describeMatcher = (matcher: Matcher): string => kindOf(matcher).describe(matcher, describeMatcher);
