import type { Matcher, MatcherOf } from "../matcher.js";
import { all, any } from "./any-and-all.js";
import { cursorAt } from "./cursor-at.js";
import { lua } from "./lua.js";
import type { MatcherKind } from "./matcher-kind.js";
import { processExited } from "./process-exited.js";
import { screenRegex, transcriptRegex } from "./regex.js";
import { screenStable } from "./screen-stable.js";
import { containsText, transcriptContains } from "./text.js";

/** Every kind of matcher there is. The compiler refuses this table if one is missing. */
const KINDS: { readonly [T in Matcher["type"]]: MatcherKind<MatcherOf<T>> } = {
  contains_text: containsText,
  screen_regex: screenRegex,
  transcript_contains: transcriptContains,
  transcript_regex: transcriptRegex,
  cursor_at: cursorAt,
  screen_stable: screenStable,
  process_exited: processExited,
  any,
  all,
  lua,
};

/** What is to be known about the kind that a matcher is of. */
export const kindOf = <M extends Matcher>({ type }: M): MatcherKind<M> => KINDS[type] as unknown as MatcherKind<M>;
