import type {
  FindQuery,
  Locator,
  LocatorOptions,
  LocatorWaitOptions,
  MatchResult,
  WaitEvidence,
  WaitOptions,
} from "../api/index.js";
import { AmbiguousLocatorError, NotOnScreenError, ProgramEndedError, WaitTimeoutError } from "../api/index.js";
import { InvalidArgumentError, MAX_FOUND_PLACES, MAX_TERMINAL_SIDE, WaitCancelledError, shown } from "../base/index.js";
import type { CellStyle, FoundText, Matcher, ObjectNode, ScreenBox, WantedStyle } from "../protocol/index.js";
import { libraryName, wantedStyle } from "../protocol/index.js";
import type { LocatorHost } from "./locator-host.js";
import type { Point } from "./mouse-deeds.js";
import { ScreenLocator, refuseSince } from "./screen-locator.js";

interface Wanted {
  readonly query: FindQuery;
  /** For messages. */
  readonly name: string;
  readonly within: ScreenLocator | ScreenBox | undefined;
  /** Undefined: there must be one only. */
  readonly nth?: number | undefined;
}

/** The place of a text. */
export class TextLocator extends ScreenLocator {
  readonly #wanted: Wanted;

  constructor(host: LocatorHost, wanted: Wanted) {
    super(host);
    this.#wanted = wanted;
  }

  override first(): Locator {
    return this.nth(0);
  }

  override last(): Locator {
    return this.nth(-1);
  }

  override nth(index: number): Locator {
    if (!Number.isSafeInteger(index) || index < -MAX_FOUND_PLACES || index >= MAX_FOUND_PLACES)
      throw new InvalidArgumentError(
        "nth",
        `nth must be a whole number from ${-MAX_FOUND_PLACES} to ${MAX_FOUND_PLACES - 1}, got ${shown(index)}`,
      );
    return new TextLocator(this.host, { ...this.#wanted, nth: index });
  }

  override async matches(): Promise<readonly FoundText[]> {
    return this.find(await this.#query({}));
  }

  override async isVisible(): Promise<boolean> {
    return this.#one(await this.matches()) !== undefined;
  }

  protected override async placedBox(options: LocatorOptions): Promise<ScreenBox> {
    return boxOf(await this.#place(options));
  }

  protected override async point(options: LocatorOptions): Promise<Point> {
    const { row, col } = await this.#place(options);
    if (row < 0) throw new NotOnScreenError(this.#wanted.name, row);
    return { row, col };
  }

  protected override async shownText(options: LocatorOptions): Promise<string> {
    return (await this.#place(options)).text;
  }

  protected override async shownStyle(options: LocatorOptions): Promise<CellStyle> {
    return (await this.#place(options)).style;
  }

  protected override async waitForState(
    state: NonNullable<LocatorWaitOptions["state"]>,
    style: WantedStyle | undefined,
    options: WaitOptions,
  ): Promise<MatchResult> {
    if (this.#wanted.query.scrollback === true) return this.#waitInScrollback(state, style, options);
    if (state === "changed") {
      refuseSince(options);
      // As it was found, and not as it is when the wait begins: in a server something may come in between.
      const there = asItWas(await this.#place(options));
      return this.host.waitUntil({ type: "not", matcher: there }, options);
    }
    const began = performance.now();
    const query = { ...(await this.#query(options)), ...(style === undefined ? {} : { style }) };
    const result = await this.#wait(query, state, timeLeft(options, began));
    // There may be more than one of them by then.
    if (state === "visible" && (options.since === undefined || (await this.#areSeveralSince(query, options))))
      this.#one(await this.find(query));
    return result;
  }

  /** Of those that were there before a moment, none counts. */
  async #areSeveralSince(query: FindQuery, { since, frame, signal }: WaitOptions): Promise<boolean> {
    if (this.#wanted.nth !== undefined) return false;
    const once = { since, frame, signal, timeoutMs: 0 };
    return this.#waitUntil(query, 1, "visible", once).then(
      () => true,
      (error: unknown) => {
        if (error instanceof WaitTimeoutError || error instanceof ProgramEndedError) return false;
        throw error;
      },
    );
  }

  /** Whoever waits in vain is told if it has left at the top. */
  async #wait(query: FindQuery, state: "visible" | "hidden", options: WaitOptions): Promise<MatchResult> {
    try {
      return await this.#waitUntil(query, this.#wanted.nth, state, options);
    } catch (error) {
      const named = query.regex instanceof RegExp ? await this.#named(error, query, state) : error;
      if (!(named instanceof WaitTimeoutError) || state === "hidden") throw named;
      // A hint is not worth another error.
      const found = await this.find({ ...query, within: undefined, scrollback: true }).catch(() => []);
      const last = found.filter(({ row }) => row < 0).at(-1);
      if (last === undefined) throw named;
      const hint = `it has scrolled away: ${-last.row} rows above the screen; look with { scrollback: true }`;
      throw endedOtherwise(named, { awaited: named.awaited, hints: [...named.hints, hint] });
    }
  }

  /** What was awaited is this, and not the code that looks for it. */
  async #named(error: unknown, query: FindQuery, state: "visible" | "hidden"): Promise<unknown> {
    const { name } = this.#wanted;
    const hint = state === "visible" ? `${name} is not on the screen` : `${name} is still on the screen`;
    const near = state === "visible" && (await this.#isThereInOtherCase(query)) ? OTHER_CASE : "";
    return endedOtherwise(error, { awaited: `${name} ${state} on the screen`, hints: [hint + near] });
  }

  async #isThereInOtherCase(query: FindQuery): Promise<boolean> {
    const { regex } = query;
    if (!(regex instanceof RegExp) || regex.ignoreCase) return false;
    // A hint is not worth another error.
    const found = await this.find({ ...query, regex: new RegExp(regex.source, `${regex.flags}i`) }).catch(() => []);
    return found.length > 0;
  }

  /** What is to leave is looked for after each batch of output: all of that comes before any time-out. */
  async #waitInScrollback(
    state: NonNullable<LocatorWaitOptions["state"]>,
    style: WantedStyle | undefined,
    options: WaitOptions,
  ): Promise<MatchResult> {
    if (state === "changed")
      throw new InvalidArgumentError(
        "state",
        "state must be visible or hidden with scrollback: what left does not change",
      );
    if (options.since !== undefined)
      throw new InvalidArgumentError(
        "since",
        "since must be left out with scrollback: rows above the screen do not tell when they were written; for what came after a moment, also " +
          "what rushed past, use expect, or wait for Matcher.transcriptContains or Matcher.transcriptRegex with since",
      );
    const query = { ...this.#wanted.query, ...(style === undefined ? {} : { style }) };
    const { name, nth = 0 } = this.#wanted;
    if (state === "visible") {
      const choose = (matches: readonly FoundText[]): FoundText | undefined => this.#one(matches);
      return this.host.waitAbove({ query, count: nth < 0 ? -nth : nth + 1, choose }, options);
    }
    const began = performance.now();
    const limited = this.#limited(options);
    for (let last: unknown; ;) {
      const { matches, sequence } = await this.host.find(query);
      const found = matches.at(nth);
      if (found === undefined) return this.#gone(options);
      if (last !== undefined)
        throw endedOtherwise(last, {
          awaited: `${name} hidden on the screen or in the scrollback`,
          hints: [`it is at row ${found.row}, column ${found.col}`],
          elapsedMs: performance.now() - began,
        });
      // Whatever ends the wait, what has come until then is looked at.
      await this.host
        .waitUntil(ANYTHING_NEW, { ...timeLeft(limited, began), since: sequence })
        .catch((error: unknown) => (last = error));
    }
  }

  /** One time for all that one call waits for. */
  #limited<O extends LocatorOptions>(options: O): O & { readonly timeoutMs: number } {
    return { ...options, timeoutMs: options.timeoutMs ?? this.host.timeoutMs() };
  }

  /** As a wait tells it. */
  async #gone({ frame, signal }: WaitOptions): Promise<MatchResult> {
    return { ...(await this.host.waitUntil(AT_ONCE, { frame, signal })), outcome: { kind: "not" } };
  }

  /** As a server can be asked for it; or by code of this process, for a RegExp. */
  #waitUntil(
    query: FindQuery,
    nth: number | undefined,
    state: "visible" | "hidden",
    options: WaitOptions,
  ): Promise<MatchResult> {
    const { regex, style = {}, within, ...what } = query;
    if (regex instanceof RegExp && this.host.waitShown !== undefined) {
      const holds = (found: readonly FoundText[]): boolean =>
        (found.at(nth ?? 0) !== undefined) === (state === "visible");
      return this.host.waitShown(query, holds, options);
    }
    const asked = Object.entries({ ...what, regex, nth }).filter(([, value]) => value !== undefined);
    const shows: Matcher = { type: "style", style, ...Object.fromEntries(asked) };
    const there: Matcher = within === undefined ? shows : { type: "region", ...within, matcher: shows };
    return this.host.waitUntil(state === "visible" ? there : { type: "not", matcher: there }, options);
  }

  /** Where it is, as soon as it is there. */
  async #place(options: LocatorOptions): Promise<FoundText> {
    const began = performance.now();
    const limited = this.#limited(options);
    for (;;) {
      const found = this.#one(await this.find(await this.#query(timeLeft(limited, began))));
      if (found !== undefined) return found;
      // It may be gone again by the time that it is looked for.
      await this.waitForState("visible", undefined, timeLeft(limited, began));
    }
  }

  #one(matches: readonly FoundText[]): FoundText | undefined {
    const { nth, name } = this.#wanted;
    if (nth === undefined && matches.length > 1) throw new AmbiguousLocatorError(name, matches);
    return matches.at(nth ?? 0);
  }

  /** A part that is a locator itself is looked up first. */
  async #query(options: LocatorOptions): Promise<FindQuery> {
    const { query, within } = this.#wanted;
    if (!(within instanceof ScreenLocator)) return within === undefined ? query : { ...query, within };
    const { timeoutMs, signal } = options;
    const box = await within.box({ timeoutMs, signal });
    if (box.row < 0) throw new NotOnScreenError("the part to look in", box.row);
    return { ...query, within: box };
  }
}

const OTHER_CASE = "; it would be if case did not count: use the flag i";

/** Something has been written, or is shown that was held back. */
const ANYTHING_NEW: Matcher = {
  type: "any",
  matchers: [{ type: "transcript_regex", pattern: "(?s)." }, { type: "changed" }],
};
const AT_ONCE: Matcher = { type: "screen_stable", minMs: 0 };

/** The end of a wait with other words. */
function endedOtherwise(error: unknown, words: Partial<WaitEvidence> & Pick<WaitEvidence, "awaited">): unknown {
  if (error instanceof WaitCancelledError)
    return new WaitCancelledError(`the wait for ${words.awaited} was cancelled`, { cause: error.cause });
  if (!(error instanceof WaitTimeoutError || error instanceof ProgramEndedError)) return error;
  const { snapshot, transcriptTail, cause } = error;
  const evidence = { ...error, snapshot, transcriptTail, ...words };
  return error instanceof WaitTimeoutError
    ? new WaitTimeoutError(evidence, { cause })
    : new ProgramEndedError(evidence, { cause });
}

/** The same text is there, and drawn in the same way. */
function asItWas(found: FoundText): Matcher {
  const { text, style, mixed, parts } = found;
  const known = Object.keys((wantedStyle.of() as ObjectNode).fields).map(libraryName);
  const drawn = Object.entries(style).filter(([name]) => mixed !== true && known.includes(name));
  // Rows that wrap are joined in a part that is as wide as the screen.
  const box = { ...boxOf(found), ...(parts === undefined ? {} : { col: 0, cols: MAX_TERMINAL_SIDE }) };
  return { type: "region", ...box, matcher: { type: "style", text, style: Object.fromEntries(drawn) } };
}

/** The smallest rectangle that holds all parts. */
function boxOf({ row, col, length, parts = [{ row, col, length }] }: FoundText): ScreenBox {
  const left = Math.min(...parts.map((part) => part.col));
  const right = Math.max(...parts.map((part) => part.col + part.length));
  const bottom = Math.max(...parts.map((part) => part.row));
  return { row, col: left, rows: bottom - row + 1, cols: right - left };
}

/** The same with what is left of the time; one that is used up still looks once. */
function timeLeft<O extends LocatorOptions>(options: O, began: number): O {
  const { timeoutMs } = options;
  return timeoutMs === undefined
    ? options
    : { ...options, timeoutMs: Math.max(0, timeoutMs - (performance.now() - began)) };
}
