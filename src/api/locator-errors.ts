import { InvalidArgumentError, PtywrightError } from "../base/index.js";
import type { FoundText, MouseTracking } from "../protocol/index.js";

const MAX_LISTED = 8;

/** Refuses a place that no mouse of this terminal can be at. */
export function requireOnScreen(
  field: string,
  { row, col }: { readonly row: number; readonly col: number },
  { rows, cols }: { readonly rows: number; readonly cols: number },
): void {
  if (row >= 0 && col >= 0 && row < rows && col < cols) return;
  throw new InvalidArgumentError(
    field,
    `${field} must be on the screen, which has ${rows} rows and ${cols} columns, counted from 0; got row ${row}, column ${col}`,
  );
}

/**
 * A locator stands for one place, and there are several that fit. `matches` has them.
 *
 * @example
 * ```ts
 * await session
 *   .getByText("OK")
 *   .click()
 *   .catch((error) => {
 *     if (error instanceof AmbiguousLocatorError) console.error(error.matches.map(({ row, col }) => [row, col]));
 *   });
 * ```
 */
export class AmbiguousLocatorError extends PtywrightError {
  readonly matches: readonly FoundText[];

  constructor(what: string, matches: readonly FoundText[]) {
    const listed = matches
      .slice(0, MAX_LISTED)
      .map(({ row, col, text }) => `\n  row ${row}, column ${col}: ${JSON.stringify(text)}`);
    const more = matches.length > listed.length ? `\n  and ${matches.length - listed.length} more` : "";
    super(
      "ambiguous_locator",
      `${what} is ${matches.some(({ row }) => row < 0) ? "on the screen and above it" : "on the screen"} ${matches.length} times; say which with first(), nth(n) or last(), or look within a part of it:` +
        `${listed.join("")}${more}`,
    );
    this.matches = matches;
  }
}

/**
 * What a locator found has left at the top of the screen, so that no mouse reaches it, and nothing is looked for in it.
 *
 * @example
 * ```ts
 * await session
 *   .getByText("OK", { scrollback: true })
 *   .click()
 *   .catch((error) => {
 *     if (error instanceof NotOnScreenError) console.error(`it is ${-error.row} rows above the screen`);
 *   });
 * ```
 */
export class NotOnScreenError extends PtywrightError {
  /** Where it is: -1 is the row right above the screen. */
  readonly row: number;

  constructor(what: string, row: number) {
    super(
      "not_on_screen",
      `${what} is in the scrollback, ${-row} rows above the first row of the screen, where it can be read only; ` +
        "make the program show it again, or leave out scrollback to wait until it does",
    );
    this.row = row;
  }
}

/**
 * The program has not asked for such mouse events, so that none can be sent to it.
 *
 * @example
 * ```ts
 * await session
 *   .getByText("OK")
 *   .click()
 *   .catch(async (error) => {
 *     if (error instanceof MouseNotTrackedError) await session.sendKey("enter");
 *   });
 * ```
 */
export class MouseNotTrackedError extends PtywrightError {
  readonly mouseTracking: MouseTracking;

  constructor(deed: string, needed: string, mouseTracking: MouseTracking) {
    const has =
      mouseTracking === "none"
        ? "has not turned mouse reports on"
        : `asked for other mouse events only (tracking ${mouseTracking})`;
    super(
      "mouse_not_tracked",
      `a ${deed} cannot be sent: the program ${has}, and it needs ${needed}; wait until the snapshot's mouseTracking says so, ` +
        "turn the mouse on in the program, or use keys",
    );
    this.mouseTracking = mouseTracking;
  }
}
