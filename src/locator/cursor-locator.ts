import type { Locator, LocatorWaitOptions, MatchResult, WaitOptions } from "../api/index.js";
import { InvalidArgumentError } from "../base/index.js";
import type { CellStyle, CursorState, FoundText, Matcher, ScreenBox, WantedStyle } from "../protocol/index.js";
import type { Point } from "./mouse-deeds.js";
import { ScreenLocator, refuseSince } from "./screen-locator.js";

/** Where the cursor is, whether the program shows it or not. It is visible when it does. */
export class CursorLocator extends ScreenLocator {
  override first(): Locator {
    return this;
  }

  override last(): Locator {
    return this;
  }

  override nth(index: number): Locator {
    if (index === 0 || index === -1) return this;
    throw new InvalidArgumentError("nth", "nth must be 0 or -1: there is one cursor");
  }

  override async matches(): Promise<readonly FoundText[]> {
    return this.find({ regex: "(?s).", within: await this.placedBox() });
  }

  override async isVisible(): Promise<boolean> {
    return (await this.#cursor()).visible;
  }

  protected override async placedBox(): Promise<ScreenBox> {
    const { row, col } = await this.#cursor();
    return { row, col, rows: 1, cols: 1 };
  }

  protected override async point(): Promise<Point> {
    const { row, col } = await this.#cursor();
    return { row, col };
  }

  protected override async shownText(): Promise<string> {
    return (await this.matches()).at(0)?.text ?? "";
  }

  protected override async shownStyle(): Promise<CellStyle> {
    const [there] = await this.matches();
    if (there === undefined)
      throw new InvalidArgumentError("cursor", "the cursor stands on a blank, which has no style of its own to tell");
    return there.style;
  }

  protected override async waitForState(
    state: NonNullable<LocatorWaitOptions["state"]>,
    style: WantedStyle | undefined,
    options: WaitOptions,
  ): Promise<MatchResult> {
    if (style !== undefined)
      throw new InvalidArgumentError("style", "style must be left out: a cursor has none of its own");
    if (state === "changed") refuseSince(options);
    return this.host.waitUntil(await this.#condition(state), options);
  }

  async #condition(state: NonNullable<LocatorWaitOptions["state"]>): Promise<Matcher> {
    if (state !== "changed") return { type: "cursor_visible", visible: state === "visible" };
    const { row, col } = await this.#cursor();
    return { type: "not", matcher: { type: "cursor_at", row, col } };
  }

  async #cursor(): Promise<CursorState> {
    return (await this.host.look()).cursor;
  }
}
