import type { Evaluation } from "../evaluation.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import { MatcherPart } from "./matcher-part.js";

export const cursorAt: MatcherKind<MatcherOf<"cursor_at">> = {
  compile: ({ row, col }) => new CursorPart(row, col),
  describe: ({ row, col }) => `the cursor at row ${row}, column ${col}`,
  explain({ row, col }, { cursorRow, cursorCol }) {
    if (cursorRow === row && cursorCol === col) return undefined;
    return `the cursor is at row ${cursorRow}, column ${cursorCol}, not at row ${row}, column ${col}`;
  },
};

class CursorPart extends MatcherPart {
  readonly #row: number;
  readonly #col: number;

  constructor(row: number, col: number) {
    super();
    this.#row = row;
    this.#col = col;
  }

  override evaluate({ view }: Evaluation): MatchOutcome | undefined {
    if (view.cursorRow !== this.#row || view.cursorCol !== this.#col) return undefined;
    return { kind: "cursor_at", row: this.#row, col: this.#col };
  }
}
