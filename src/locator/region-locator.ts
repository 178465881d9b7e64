import type { Locator, LocatorOptions, LocatorWaitOptions, MatchResult, WaitOptions } from "../api/index.js";
import { InvalidArgumentError } from "../base/index.js";
import type { CellStyle, FoundText, Matcher, ScreenBox, WantedStyle } from "../protocol/index.js";
import type { LocatorHost } from "./locator-host.js";
import type { Point } from "./mouse-deeds.js";
import { ScreenLocator } from "./screen-locator.js";

const ALL = "(?s).+";
const INK = String.raw`\S`;

/** A row or a rectangle. It is always there; it is visible when it shows something. */
export class RegionLocator extends ScreenLocator {
  readonly #box: ScreenBox;
  readonly #name: string;

  constructor(host: LocatorHost, box: ScreenBox, name: string) {
    super(host);
    this.#box = box;
    this.#name = name;
  }

  override first(): Locator {
    return this;
  }

  override last(): Locator {
    return this;
  }

  override nth(index: number): Locator {
    if (index === 0 || index === -1) return this;
    throw new InvalidArgumentError("nth", `nth must be 0 or -1: there is one of ${this.#name}`);
  }

  override async matches(): Promise<readonly FoundText[]> {
    return this.find({ regex: ALL, within: this.#box });
  }

  override async isVisible(): Promise<boolean> {
    return (await this.find({ regex: INK, within: this.#box })).length > 0;
  }

  /** What the screen has of it. */
  protected override async placedBox(): Promise<ScreenBox> {
    const { size } = await this.host.look();
    const { row, col, rows, cols } = this.#box;
    const first = row < 0 ? size.rows + row : row;
    const [top, bottom] = [Math.max(0, first), Math.min(size.rows, first + rows)];
    if (top >= bottom || col >= size.cols)
      throw new InvalidArgumentError(
        "region",
        `there is no ${this.#name}: the screen has ${size.rows} rows and ${size.cols} columns`,
      );
    return { row: top, col, rows: bottom - top, cols: Math.min(cols, size.cols - col) };
  }

  protected override async point(): Promise<Point> {
    const { row, col, rows, cols } = await this.placedBox();
    return { row: row + ((rows - 1) >> 1), col: col + ((cols - 1) >> 1) };
  }

  protected override async shownText(): Promise<string> {
    await this.placedBox();
    return (await this.matches()).at(0)?.text ?? "";
  }

  protected override async shownStyle(options: LocatorOptions): Promise<CellStyle> {
    for (;;) {
      const [first] = await this.find({ regex: INK, within: this.#box });
      if (first !== undefined) return first.style;
      await this.waitForState("visible", undefined, options);
    }
  }

  protected override waitForState(
    state: NonNullable<LocatorWaitOptions["state"]>,
    style: WantedStyle | undefined,
    options: WaitOptions,
  ): Promise<MatchResult> {
    const shows: Matcher = style === undefined ? { type: "screen_regex", pattern: INK } : { type: "style", style };
    const held: Readonly<Record<typeof state, Matcher>> = {
      visible: shows,
      hidden: { type: "not", matcher: shows },
      changed: { type: "changed" },
    };
    return this.host.waitUntil({ type: "region", ...this.#box, matcher: held[state] }, options);
  }
}
