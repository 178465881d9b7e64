import { InvalidArgumentError } from "../../base/index.js";
import type { ScreenBox } from "../../protocol/index.js";
import type { LinearRegex, RegexSpan } from "../../text/regex/index.js";
import { compileRegex, lineSpansElsewhere } from "../../text/regex/index.js";
import type { FindQuery, FoundPlace } from "./find-shown.js";
import { checkFindQuery, ofJavaScript, placing, spansOf, styledPlaces } from "./find-shown.js";
import type { ShownScreen } from "./match-view.js";

/** Places that are looked at in one part; as many as it has cells, unless it is one very long line. */
const MAX_IN_PART = 65_536;

/** A search of many parts, one after the other, in which each line is a text of its own. */
export class LineSearch {
  readonly #query: FindQuery;
  readonly #regex: LinearRegex | RegExp | undefined;
  /** The part that was searched last. */
  #known: { readonly text: string; readonly spans: readonly RegexSpan[] } | undefined;

  constructor(query: FindQuery) {
    const { text, within } = checkFindQuery(query);
    if (within !== undefined)
      throw new InvalidArgumentError("within", "within must be left out with scrollback: it is a part of the screen");
    if (text?.includes("\n") === true)
      throw new InvalidArgumentError(
        "text",
        "text must have no line feed with scrollback: lines are searched one by one",
      );
    this.#query = query;
    const { regex } = query;
    this.#regex = typeof regex === "string" ? compileRegex(regex, { field: "regex" }) : regex;
  }

  /** True if it can be told at once that nothing fits. */
  excludes(text: string): boolean {
    if (this.#regex instanceof RegExp) return ownSpans(this.#regex, text).length === 0;
    if (this.#regex !== undefined) return !this.#regex.mayMatch(text);
    return this.#query.text !== undefined && !text.includes(this.#query.text);
  }

  /** Whether something fits if it is drawn in the right way. */
  async mayBeIn(text: string): Promise<boolean> {
    return this.#isStyleAlone || (await this.#spans(text)).length > 0;
  }

  /** What fits in a part of a screen, or in all of it: the last ones, from the top left on. */
  async find(screen: ShownScreen, box: ScreenBox | undefined, most: number): Promise<readonly FoundPlace[]> {
    if (this.#isStyleAlone) return styledPlaces(this.#query.style ?? {}, screen, box, MAX_IN_PART).slice(-most);
    const shown = screen.read(box);
    if (shown === undefined) return [];
    const spans = await this.#spans(shown.text);
    const { style, exact } = this.#query;
    const placeOf = placing({ style, exact }, screen, shown);
    const places: FoundPlace[] = [];
    for (let at = spans.length - 1; at >= 0 && places.length < most; at--) {
      const place = placeOf(spans[at]);
      if (place !== undefined) places.push(place);
    }
    return places.reverse();
  }

  get #isStyleAlone(): boolean {
    return this.#query.text === undefined && this.#regex === undefined;
  }

  async #spans(text: string): Promise<readonly RegexSpan[]> {
    if (this.#known?.text !== text) this.#known = { text, spans: await this.#search(text) };
    return this.#known.spans;
  }

  async #search(text: string): Promise<readonly RegexSpan[]> {
    if (this.#regex === undefined) return spansOf(this.#query.text ?? "", text, MAX_IN_PART);
    if (this.#regex instanceof RegExp) return ownSpans(this.#regex, text);
    if (!this.#regex.mayMatch(text)) return [];
    try {
      return await lineSpansElsewhere(this.#regex, text, MAX_IN_PART);
    } catch (error) {
      throw new InvalidArgumentError("regex", `regex: ${(error as Error).message}`, "invalid_regex", { cause: error });
    }
  }
}

function ownSpans(regex: RegExp, text: string): readonly RegexSpan[] {
  const own = ofJavaScript(regex);
  const found: RegexSpan[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    for (const { start, end } of own.spans(line, MAX_IN_PART)) found.push({ start: at + start, end: at + end });
    at += line.length + 1;
  }
  return found;
}
