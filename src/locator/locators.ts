import type { Locator, TextLocatorOptions } from "../api/index.js";
import { InvalidArgumentError, MAX_TERMINAL_SIDE, checkOptionNames, shown } from "../base/index.js";
import type { FindQuery } from "../api/index.js";
import type { ScreenBox } from "../protocol/index.js";
import { findQuery, parseLibrary } from "../protocol/index.js";
import type { LocatorHost } from "./locator-host.js";
import { refusal } from "./locator-host.js";
import { CursorLocator } from "./cursor-locator.js";
import { RegionLocator } from "./region-locator.js";
import { ScreenLocator } from "./screen-locator.js";
import { TextLocator } from "./text-locator.js";

/** Makes the locators of one session. */
export class Locators {
  readonly #host: LocatorHost;

  constructor(host: LocatorHost) {
    this.#host = host;
  }

  getByText(text: string | RegExp, options: TextLocatorOptions = {}): Locator {
    if (typeof text === "string") return this.#byQuery({ text }, `text ${JSON.stringify(text)}`, options);
    if (!(text instanceof RegExp))
      throw new InvalidArgumentError("text", `text must be a string or a RegExp, got ${shown(text)}`);
    if (this.#host.waitShown === undefined)
      throw new InvalidArgumentError(
        "text",
        refusal("a JavaScript RegExp", "use getByRegex with a pattern of the Rust regex dialect"),
      );
    return this.#byQuery({ regex: text }, `a match of ${String(text)}`, options);
  }

  getByRegex(pattern: string, options: TextLocatorOptions = {}): Locator {
    if (typeof pattern !== "string")
      throw new InvalidArgumentError("pattern", `pattern must be a string, got ${shown(pattern)}`);
    return this.#byQuery({ regex: pattern }, `a match of ${JSON.stringify(pattern)}`, options);
  }

  row(row: number): Locator {
    return new RegionLocator(this.#host, checkBox({ row, col: 0, rows: 1, cols: MAX_TERMINAL_SIDE }), `row ${row}`);
  }

  region(box: ScreenBox): Locator {
    checkOptionNames("region", box, ["row", "col", "rows", "cols"]);
    return new RegionLocator(this.#host, checkBox(box), "the region");
  }

  cursor(): Locator {
    return new CursorLocator(this.#host);
  }

  #byQuery(query: FindQuery, name: string, options: TextLocatorOptions): Locator {
    checkOptionNames("locator options", options, ["exact", "nth", "within", "scrollback"]);
    const { exact, nth, within, scrollback } = options;
    const isOwn = query.regex instanceof RegExp;
    parseLibrary(findQuery, { ...(isOwn ? {} : query), exact, scrollback }, "");
    if (scrollback === true && within !== undefined)
      throw new InvalidArgumentError("within", "within must be left out with scrollback: it is a part of the screen");
    const part = within === undefined || within instanceof ScreenLocator ? within : checkBox(within as ScreenBox);
    const locator = new TextLocator(this.#host, { query: { ...query, exact, scrollback }, name, within: part });
    return nth === undefined ? locator : locator.nth(nth);
  }
}

function checkBox(within: ScreenBox): ScreenBox {
  return parseLibrary(findQuery, { within }, "").within ?? within;
}
