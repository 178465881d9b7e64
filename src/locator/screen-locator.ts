import type {
  ClickOptions,
  FindQuery,
  Locator,
  LocatorOptions,
  LocatorWaitOptions,
  MatchResult,
  MouseOptions,
  WaitOptions,
} from "../api/index.js";
import { requireOnScreen } from "../api/index.js";
import { InvalidArgumentError, checkOptionNames, shown } from "../base/index.js";
import type { CellStyle, FoundText, ScreenBox } from "../protocol/index.js";
import type { LocatorHost } from "./locator-host.js";
import type { Point } from "./mouse-deeds.js";
import { clickActions, dragActions, hoverActions, requireTracking, scrollActions } from "./mouse-deeds.js";

const WAIT_NAMES = ["timeoutMs", "signal"];
const MOUSE_NAMES = [...WAIT_NAMES, "modifiers"];

/** What all locators have in common. */
export abstract class ScreenLocator implements Locator {
  protected readonly host: LocatorHost;

  constructor(host: LocatorHost) {
    this.host = host;
  }

  abstract first(): Locator;
  abstract nth(index: number): Locator;
  abstract last(): Locator;
  abstract matches(): Promise<readonly FoundText[]>;
  abstract isVisible(): Promise<boolean>;
  /** The rectangle, once it is there. */
  protected abstract placedBox(options: LocatorOptions): Promise<ScreenBox>;
  /** Where the mouse goes. */
  protected abstract point(options: LocatorOptions): Promise<Point>;
  protected abstract shownText(options: LocatorOptions): Promise<string>;
  protected abstract shownStyle(options: LocatorOptions): Promise<CellStyle>;
  protected abstract waitForState(
    state: NonNullable<LocatorWaitOptions["state"]>,
    style: LocatorWaitOptions["style"],
    options: WaitOptions,
  ): Promise<MatchResult>;

  isOf(host: LocatorHost): boolean {
    return host === this.host;
  }

  waitUntilVisible(options: WaitOptions): Promise<MatchResult> {
    return this.waitForState("visible", undefined, options);
  }

  async waitFor(options: LocatorWaitOptions = {}): Promise<MatchResult> {
    checkOptionNames("wait options of a locator", options, ["state", "style", "since", "frame", ...WAIT_NAMES]);
    const { state = "visible", style, ...rest } = options;
    if (!["visible", "hidden", "changed"].includes(state))
      throw new InvalidArgumentError("state", `state must be one of visible, hidden, changed, got ${shown(state)}`);
    if (state === "changed" && style !== undefined)
      throw new InvalidArgumentError("style", 'style must be left out with the state "changed"');
    return this.waitForState(state, style, rest);
  }

  async text(options: LocatorOptions = {}): Promise<string> {
    checkOptionNames("locator options", options, WAIT_NAMES);
    return this.shownText(options);
  }

  async style(options: LocatorOptions = {}): Promise<CellStyle> {
    checkOptionNames("locator options", options, WAIT_NAMES);
    return this.shownStyle(options);
  }

  async box(options: LocatorOptions = {}): Promise<ScreenBox> {
    checkOptionNames("locator options", options, WAIT_NAMES);
    return this.placedBox(options);
  }

  async click(options: ClickOptions = {}): Promise<void> {
    checkOptionNames("click options", options, [...MOUSE_NAMES, "button", "count"]);
    const actions = clickActions(await this.#aim("click", options), options);
    await this.host.send(actions, { signal: options.signal });
  }

  async hover(options: MouseOptions = {}): Promise<void> {
    checkOptionNames("hover options", options, MOUSE_NAMES);
    await this.host.send(hoverActions(await this.#aim("hover", options), options), { signal: options.signal });
  }

  async drag(to: Locator | Point, options: MouseOptions = {}): Promise<void> {
    checkOptionNames("drag options", options, MOUSE_NAMES);
    const from = await this.#aim("drag", options);
    const target = to instanceof ScreenLocator ? await to.point(waitPart(options)) : checkPoint(to);
    const { mouseTracking, size } = await this.host.look();
    requireOnScreen("to", target, size);
    await this.host.send(dragActions(from, target, mouseTracking, options), { signal: options.signal });
  }

  async scroll(lines: number, options: MouseOptions = {}): Promise<void> {
    checkOptionNames("scroll options", options, MOUSE_NAMES);
    const actions = scrollActions(await this.#aim("scroll", options), lines, options);
    await this.host.send(actions, { signal: options.signal });
  }

  /** Where, if the program has asked to be told of it. */
  async #aim(deed: "click" | "hover" | "drag" | "scroll", options: MouseOptions): Promise<Point> {
    const point = await this.point(waitPart(options));
    requireTracking(deed, (await this.host.look()).mouseTracking);
    return point;
  }

  /** The texts of a part of the screen that fit. */
  protected async find(query: FindQuery): Promise<readonly FoundText[]> {
    return (await this.host.find(query)).matches;
  }
}

/** Of what changes it is remembered how it was at the start. */
export function refuseSince({ since }: WaitOptions): void {
  if (since !== undefined)
    throw new InvalidArgumentError(
      "since",
      'since must be left out with the state "changed" of a text or the cursor, which counts from now: how it was drawn before is not kept; ' +
        "wait for the change of its row() or region(), which take since, or begin the wait before what changes it",
    );
}

const waitPart = ({ timeoutMs, signal }: LocatorOptions): LocatorOptions => ({ timeoutMs, signal });

function checkPoint(to: unknown): Point {
  const { row, col } = (typeof to === "object" && to !== null ? to : {}) as Partial<Point>;
  if (Number.isSafeInteger(row) && Number.isSafeInteger(col)) return { row: row as number, col: col as number };
  throw new InvalidArgumentError("to", `to must be a locator of this package, or {row, col}, got ${shown(to)}`);
}
