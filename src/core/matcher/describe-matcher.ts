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
export const describeMatcher = (matcher: Matcher): string => describeAt(matcher, "on the screen");

/** The same for a matcher that looks at a part of the screen. */
export const describeAt = (matcher: Matcher, place: string): string =>
  kindOf(matcher).describe(matcher, { place, describe: (held, within = place) => describeAt(held, within) });
