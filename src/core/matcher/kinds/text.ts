import type { MatchView } from "../match-view.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import { nearestOnScreen } from "./nearest-text.js";
import { quoted } from "./quoted-text.js";
import { TextLeaf } from "./text-leaf.js";

export const containsText: MatcherKind<MatcherOf<"contains_text">> = {
  reads: "screen",
  compile: (matcher) => new TextPart("screen", matcher),
  describe: ({ text }) => `text ${quoted(text)} on the screen`,
  explain: ({ text }, view) => explainOnScreen(text, view),
};

export const transcriptContains: MatcherKind<MatcherOf<"transcript_contains">> = {
  reads: "transcript",
  compile: (matcher) => new TextPart("transcript", matcher),
  describe: ({ text }) => `text ${quoted(text)} in the output`,
  explain({ text }, view) {
    if (view.transcriptTail.includes(text)) return undefined;
    if (!view.screenText.includes(text)) return `text ${quoted(text)} is not in the output`;
    return `text ${quoted(text)} is on the screen, but not in one piece in the output; use contains_text`;
  },
};

class TextPart extends TextLeaf {
  readonly #matcher: MatcherOf<"contains_text" | "transcript_contains">;

  constructor(reads: "screen" | "transcript", matcher: MatcherOf<"contains_text" | "transcript_contains">) {
    super(reads);
    this.#matcher = matcher;
  }

  protected override search(searched: string): MatchOutcome | undefined {
    const { type: kind, text } = this.#matcher;
    return searched.includes(text) ? { kind, text } : undefined;
  }
}

function explainOnScreen(text: string, { screenText, transcriptTail }: MatchView): string | undefined {
  if (screenText.includes(text)) return undefined;
  const missing = `text ${quoted(text)} is not on the screen`;
  if (transcriptTail.includes(text))
    return `${missing}, but it is in the output: it has scrolled away or been overwritten; use transcript_contains`;
  if (screenText.trim() === "") return `${missing}, which is empty`;
  const nearest = nearestOnScreen(text, screenText);
  return nearest === undefined ? missing : `${missing}; ${nearest}`;
}
