import type { Matcher, MatcherOf } from "../matcher.js";
import { all, any } from "./any-and-all.js";
import { bell } from "./bell.js";
import { changed } from "./changed.js";
import { cursorAt } from "./cursor-at.js";
import { cursorVisible } from "./cursor-visible.js";
import { exitCode } from "./exit-code.js";
import { lua } from "./lua.js";
import type { MatcherKind } from "./matcher-kind.js";
import { not } from "./not.js";
import { processExited } from "./process-exited.js";
import { screenRegex, transcriptRegex } from "./regex.js";
import { region, row } from "./row-and-region.js";
import { screenStable } from "./screen-stable.js";
import { style } from "./style.js";
import { containsText, transcriptContains } from "./text.js";
import { title, titleRegex } from "./title.js";

/** Every kind of matcher there is. The compiler refuses this table if one is missing. */
const KINDS: { readonly [T in Matcher["type"]]: MatcherKind<MatcherOf<T>> } = {
  contains_text: containsText,
  screen_regex: screenRegex,
  transcript_contains: transcriptContains,
  transcript_regex: transcriptRegex,
  cursor_at: cursorAt,
  cursor_visible: cursorVisible,
  screen_stable: screenStable,
  bell,
  process_exited: processExited,
  exit_code: exitCode,
  title,
  title_regex: titleRegex,
  style,
  changed,
  any,
  all,
  not,
  row,
  region,
  lua,
};

/** What is to be known about the kind that a matcher is of. */
export const kindOf = <M extends Matcher>({ type }: M): MatcherKind<M> => KINDS[type] as unknown as MatcherKind<M>;
