import type { CellStyle, StyledRun } from "../../protocol/index.js";
import type { CellSource } from "./screen-cells.js";
import { PLAIN, differences } from "./style.js";
import { trimmedEnd } from "./row-text.js";
import type { Cover } from "./visit-cells.js";
import { visitCells } from "./visit-cells.js";

type RunStyle = StyledRun[1];

/** The cells of a screen as runs of one style, a row with each step. */
export function* runRows(source: CellSource, cover: Cover | undefined): Generator<readonly StyledRun[]> {
  const styles = new Map<CellStyle, RunStyle>();
  const styleOf = (style: CellStyle): RunStyle => {
    let found = styles.get(style);
    if (found === undefined) styles.set(style, (found = Object.freeze(differences(style))));
    return found;
  };
  let runs: StyledRun[] = [];
  let text = "";
  let current = PLAIN;
  const end = (isLast: boolean): void => {
    // Behind the last thing that a row shows there is nothing to tell.
    const shown = isLast && current === PLAIN ? trimmedEnd(text) : text;
    if (shown !== "") runs.push([shown, styleOf(current)]);
    text = "";
  };
  const rows = visitCells(source, cover, (_, __, shown, ___, isSecondHalf, style) => {
    if (style !== current) {
      end(false);
      current = style;
    }
    if (!isSecondHalf) text += shown === "" ? " " : shown;
  });
  while (rows.next().done !== true) {
    end(true);
    yield runs;
    runs = [];
    current = PLAIN;
  }
}
