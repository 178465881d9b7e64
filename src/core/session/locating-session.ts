import type { AnySession, Locator, MatchResult, TextLocatorOptions, WaitOptions } from "../../api/index.js";
import { DEFAULT_WAIT_TIMEOUT_MS } from "../../base/index.js";
import type { LocatorHost, WantedAbove } from "../../locator/index.js";
import { Locators } from "../../locator/index.js";
import type { Matcher, OwnCode, ShownTest } from "../matcher/index.js";
import { findAtOnce, foundText } from "../matcher/index.js";
import type { ScreenBox } from "../../protocol/index.js";
import type { ScrollbackReading } from "./find-in-scrollback.js";
import type { PendingWaits } from "./pending-waits.js";
import { SessionReads, type ReadParts } from "./session-reads.js";
import type { SessionView } from "./session-view.js";
import { waitInScrollback } from "./wait-in-scrollback.js";

export type WaitUntil = (condition: Matcher | OwnCode, options: WaitOptions) => Promise<MatchResult>;

export interface LocatingParts extends ReadParts {
  readonly waits: () => PendingWaits;
  readonly toldTimeoutMs: number | undefined;
}

/** Waits for what is on the screen or above it, for a reader who may not see all of it. Within the package. */
export let waitAbove: (
  session: LocatingSession,
  wanted: WantedAbove,
  options: WaitOptions,
  reading?: ScrollbackReading,
) => Promise<MatchResult>;

/** What of a session leads to places on its screen. */
export abstract class LocatingSession extends SessionReads {
  static {
    waitAbove = (session, wanted, options, reading) => {
      const { timeoutMs } = session;
      return waitInScrollback({ view: session.#view, waits: session.#waits(), timeoutMs }, wanted, options, reading);
    };
  }

  /** The session as its locators see it. */
  protected readonly located: LocatorHost = {
    find: (query) => this.find(query),
    send: (action, options) => this.send(action, options),
    events: () => this.events(),
    look: () => this.snapshot(),
    timeoutMs: () => this.timeoutMs,
    waitUntil: (condition, options) => this.#waitUntil(condition, options),
    waitAbove: (wanted, options) => waitAbove(this, wanted, options),
    waitShown: (query, holds, options) => {
      const shows: ShownTest["shows"] = (screen) =>
        holds(findAtOnce(query, screen).map((place) => foundText(place, screen)));
      return this.#waitUntil({ shows }, options);
    },
  };
  /** The same if the session, or the environment, was told it: an adapter has another default. */
  readonly toldTimeoutMs: number | undefined;
  readonly #locators = new Locators(this.located);
  readonly #view: SessionView;
  readonly #waits: () => PendingWaits;
  readonly #waitUntil: WaitUntil;

  /** `waitUntil` waits for one condition; what `waitFor` and locators come down to. */
  protected constructor(parts: LocatingParts, waitUntil: WaitUntil) {
    super(parts);
    this.#view = parts.view;
    this.#waits = parts.waits;
    this.toldTimeoutMs = parts.toldTimeoutMs;
    this.#waitUntil = waitUntil;
  }

  /** How long a wait may take that is told nothing else. */
  get timeoutMs(): number {
    return this.toldTimeoutMs ?? DEFAULT_WAIT_TIMEOUT_MS;
  }

  abstract send(...args: Parameters<AnySession["send"]>): ReturnType<AnySession["send"]>;
  abstract events(): ReturnType<AnySession["events"]>;

  /**
   * The place of a text on the screen, to be waited for, read or clicked; looked up anew each time. Case counts.
   *
   * @example
   * ```ts
   * await session.getByText("Save", { exact: true, within: session.row(-1) }).click();
   * await session.getByText(/Saved [0-9]+ lines/).waitFor({ timeoutMs: 1_000 });
   * ```
   */
  getByText(text: string | RegExp, options?: TextLocatorOptions): Locator {
    return this.#locators.getByText(text, options);
  }

  /**
   * The same for what a pattern of the Rust regex dialect matches.
   *
   * @example
   * ```ts
   * console.log(await session.getByRegex("[0-9]+%").last().text());
   * ```
   */
  getByRegex(pattern: string, options?: TextLocatorOptions): Locator {
    return this.#locators.getByRegex(pattern, options);
  }

  /**
   * A row of the screen, from zero; -1 is the last.
   *
   * @example
   * ```ts
   * await session.row(-1).waitFor({ state: "changed" });
   * ```
   */
  row(row: number): Locator {
    return this.#locators.row(row);
  }

  /**
   * A rectangle of the screen.
   *
   * @example
   * ```ts
   * console.log(await session.region({ row: 0, col: 40, rows: 10, cols: 40 }).text());
   * ```
   */
  region(box: ScreenBox): Locator {
    return this.#locators.region(box);
  }

  /**
   * Where the cursor is.
   *
   * @example
   * ```ts
   * await session.cursor().waitFor({ state: "visible" });
   * ```
   */
  cursor(): Locator {
    return this.#locators.cursor();
  }
}
