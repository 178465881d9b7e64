import { MAX_TERMINAL_SIDE } from "../../../base/index.js";
import type { Evaluation, ScreenBefore } from "../evaluation.js";
import type { ShownScreen } from "../match-view.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome, ScreenBox } from "../../../protocol/index.js";
import { boxOf } from "../view-within.js";
import type { MatcherKind } from "./matcher-kind.js";
import { MatcherPart } from "./matcher-part.js";
import { rowName } from "./row-and-region.js";

export const changed: MatcherKind<MatcherOf<"changed">> = {
  reads: "screen",
  compile: ({ row }) => new ChangedPart(row),
  describe: ({ row }, { place }) => `a change ${row === undefined ? place : `in ${rowName(row)}`}`,
  explain({ row }, view, { before, said, place }) {
    const line = `nothing ${row === undefined ? place : `in ${rowName(row)}`} has changed since the wait began`;
    if (before === undefined) return said === undefined || said.includes(line) ? line : undefined;
    return isChanged(view.screen, before, placeOf(row, boxOf(view))) ? undefined : line;
  },
};

/** The row, all that can be seen, or if that is undefined the screen. */
const placeOf = (row: number | undefined, box: ScreenBox | undefined): ScreenBox | undefined =>
  row === undefined ? box : { row, col: 0, rows: 1, cols: MAX_TERMINAL_SIDE };

function isChanged(screen: ShownScreen, before: ScreenBefore, box: ScreenBox | undefined): boolean {
  return before === "blank" ? (screen.read(box)?.text ?? "") !== "" : !screen.isSame(before, box);
}

/** Something else is shown than when the wait began. What came and went again in one batch was never shown. */
class ChangedPart extends MatcherPart {
  override readonly seesChange = true;
  readonly #row: number | undefined;

  constructor(row: number | undefined) {
    super();
    this.#row = row;
  }

  override evaluate({ view, before, box }: Evaluation): MatchOutcome | undefined {
    const isOther = before !== undefined && isChanged(view.screen, before, placeOf(this.#row, box));
    return isOther ? { kind: "changed" } : undefined;
  }
}
