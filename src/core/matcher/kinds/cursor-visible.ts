import type { Evaluation } from "../evaluation.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import { MatcherPart } from "./matcher-part.js";

export const cursorVisible: MatcherKind<MatcherOf<"cursor_visible">> = {
  compile: ({ visible }) => new CursorVisiblePart(visible),
  describe: ({ visible }) => `the cursor to be ${visible ? "shown" : "hidden"}`,
  explain: ({ visible }, view) =>
    view.cursorVisible === visible ? undefined : `the cursor is ${visible ? "hidden" : "shown"}`,
};

class CursorVisiblePart extends MatcherPart {
  readonly #visible: boolean;

  constructor(visible: boolean) {
    super();
    this.#visible = visible;
  }

  override evaluate({ view }: Evaluation): MatchOutcome | undefined {
    return view.cursorVisible === this.#visible ? { kind: "cursor_visible", visible: this.#visible } : undefined;
  }
}
