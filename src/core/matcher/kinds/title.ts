import { compileRegex } from "../../../text/regex/index.js";
import type { MatchView } from "../match-view.js";
import type { MatcherOf } from "../matcher.js";
import type { MatcherKind } from "./matcher-kind.js";
import { quoted } from "./quoted-text.js";
import { RegexPart, nearMatch } from "./regex.js";
import { TextPart } from "./text.js";

export const title: MatcherKind<MatcherOf<"title">> = {
  reads: "screen",
  compile: (matcher) => new TextPart("title", matcher),
  describe: ({ text }) => `a window title with ${quoted(text)}`,
  explain({ text }, view) {
    if (view.title?.includes(text) === true) return undefined;
    const isNear = view.title?.toLowerCase().includes(text.toLowerCase()) === true;
    return `${titleOf(view)}${isNear ? ", which differs in case only" : ""}`;
  },
};

export const titleRegex: MatcherKind<MatcherOf<"title_regex">> = {
  reads: "screen",
  compile: ({ type, pattern }, { place, patterns }) =>
    new RegexPart(type, compileRegex(pattern, { field: place("pattern"), budget: patterns }), patterns),
  describe: ({ pattern }) => `a window title that matches ${quoted(pattern)}`,
  explain({ pattern }, view, { patterns, nearPatterns }) {
    if (view.title === null) return titleOf(view);
    try {
      const regex = compileRegex(pattern, { budget: patterns });
      if (patterns.mayTakeLong(view.title.length) && regex.mayMatch(view.title))
        return `${titleOf(view)}; it takes too long to tell again whether ${quoted(pattern)} matches it`;
      if (regex.test(view.title)) return undefined;
      const near = nearMatch(pattern, view.title, nearPatterns);
      const would = near === undefined ? "" : `; it would ${near}`;
      return `${titleOf(view)}, which ${quoted(pattern)} does not match${would}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
};

const titleOf = ({ title: shown }: MatchView): string =>
  shown === null ? "the program has set no window title" : `the window title is ${quoted(shown)}`;
