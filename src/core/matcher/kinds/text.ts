import type { MatchView } from "../match-view.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import { nearestOnScreen } from "./nearest-text.js";
import { quoted } from "./quoted-text.js";
import { shownThere } from "./shown-there.js";
import type { Source } from "./text-leaf.js";
import { TextLeaf } from "./text-leaf.js";

export const containsText: MatcherKind<MatcherOf<"contains_text">> = {
  reads: "screen",
  compile: (matcher) => new TextPart("screen", matcher),
  describe: ({ text }, { place }) => `text ${quoted(text)} ${place}`,
  explain: ({ text }, view, { place }) => explainOnScreen(text, view, place),
};

export const transcriptContains: MatcherKind<MatcherOf<"transcript_contains">> = {
  reads: "transcript",
  compile: (matcher) => new TextPart("transcript", matcher),
  describe: ({ text }) => `text ${quoted(text)} in the output`,
  explain({ text }, view) {
    if (view.transcriptTail.includes(text)) return undefined;
    if (!view.screenText.includes(text)) {
      const isNear = view.transcriptTail.toLowerCase().includes(text.toLowerCase());
      return `text ${quoted(text)} is not in the output${isNear ? "; what is there differs in case only" : ""}`;
    }
    return `text ${quoted(text)} is on the screen, but not in one piece in the output; wait for it on the screen`;
  },
};

export class TextPart extends TextLeaf {
  readonly #matcher: MatcherOf<"contains_text" | "transcript_contains" | "title">;

  constructor(reads: Source, matcher: MatcherOf<"contains_text" | "transcript_contains" | "title">) {
    super(reads);
    this.#matcher = matcher;
  }

  protected override search(searched: string): MatchOutcome | undefined {
    const { type: kind, text } = this.#matcher;
    return searched.includes(text) ? { kind, text } : undefined;
  }
}

/** A hint is not worth a look at a larger screen. */
const MAX_SEARCHED_CHARS = 65_536;

function explainOnScreen(text: string, view: MatchView, place: string): string | undefined {
  const { screenText, transcriptTail } = view;
  if (screenText.includes(text)) return undefined;
  const missing = `text ${quoted(text)} is not ${place}`;
  const there = shownThere(view);
  if (there !== "") return `${missing}${there}`;
  if (transcriptTail.includes(text))
    return `${missing}, but it is in the output: it has scrolled away or been overwritten; use transcript_contains`;
  if (screenText.trim() === "") return `${missing}, which is empty`;
  const nearest = screenText.length > MAX_SEARCHED_CHARS ? undefined : nearestOnScreen(text, screenText);
  return nearest === undefined ? missing : `${missing}; ${nearest}`;
}
