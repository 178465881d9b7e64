import { InvalidArgumentError, MAX_REGION_CELLS, MAX_STYLE_MATCHERS } from "../../base/index.js";

/** What all parts of one matcher may look at beside the texts that they share. */
export class ScreenBudget {
  #cells = 0;
  #styles = 0;

  spendCells(cells: number): void {
    this.#cells += cells;
    if (this.#cells > MAX_REGION_CELLS)
      throw new InvalidArgumentError(
        "matcher",
        `matcher has regions of more than ${MAX_REGION_CELLS} cells in all; make them no larger than what is looked for`,
      );
  }

  spendStyle(): void {
    if (++this.#styles > MAX_STYLE_MATCHERS)
      throw new InvalidArgumentError(
        "matcher",
        `matcher holds more than ${MAX_STYLE_MATCHERS} style matchers; use one with a regex with | instead`,
      );
  }
}
