import { InvalidArgumentError, MAX_FOUND_PLACES, checkOptionNames } from "../../base/index.js";
import { checkStyleNames } from "./check-style.js";
import type { LinearRegex, RegexSpan } from "../../text/regex/index.js";
import { PatternBudget, compileRegex, firstSpans, spansElsewhere } from "../../text/regex/index.js";
import type { CellRun, CellStyle, FoundText, Library, ScreenBox, WantedStyle } from "../../protocol/index.js";
import { findQuery, parseLibrary } from "../../protocol/index.js";
import type { ShownScreen } from "./match-view.js";

/** What is looked for on a screen: a text, what a pattern matches, or whatever is drawn so. */
export interface Wanted {
  readonly text?: string | undefined;
  readonly regex?: { spans(text: string, most: number): readonly RegexSpan[] } | undefined;
  readonly style?: WantedStyle | undefined;
  /** Only where it is no part of a longer word. */
  readonly exact?: boolean | undefined;
}

/** Where something stands. */
export interface FoundPlace {
  readonly runs: readonly CellRun[];
  readonly text: string;
}

/**
 * The places that fit, from the top left on, MAX_FOUND_PLACES of them at most; within a part of the screen those that lie wholly in it. What
 * wraps onto the next row is found if the part is as wide as the screen.
 */
export function findShown(wanted: Wanted, screen: ShownScreen, box?: ScreenBox): readonly FoundPlace[] {
  if (wanted.text === undefined && wanted.regex === undefined) return styledPlaces(wanted.style ?? {}, screen, box);
  const shown = screen.read(box);
  if (shown === undefined) return [];
  const { text } = shown;
  const spans = wanted.regex?.spans(text, MAX_FOUND_PLACES) ?? spansOf(wanted.text ?? "", text, MAX_FOUND_PLACES);
  const placeOf = placing(wanted, screen, shown);
  return spans.flatMap((span) => placeOf(span) ?? []);
}

/** Tells where a piece of the text stands, if it fits. */
export function placing(
  { style = {}, exact }: Wanted,
  screen: ShownScreen,
  shown: NonNullable<ReturnType<ShownScreen["read"]>>,
): (span: RegexSpan) => FoundPlace | undefined {
  const { text } = shown;
  const isAny = Object.keys(style).length === 0;
  const fits = fitting(style);
  return ({ start, end }) => {
    if (exact === true && isInWord(text, start, end)) return undefined;
    const runs = shown.runsOf(start, end);
    if (runs.length === 0 || !(isAny || screen.styles(runs)?.every(fits) === true)) return undefined;
    return { runs, text: text.slice(start, end) };
  };
}

/** As it is answered. */
export function foundText({ runs, text }: FoundPlace, screen: ShownScreen): FoundText {
  const [{ row, col }] = runs;
  const length = runs.reduce((sum, run) => sum + run.length, 0);
  const style = screen.style(row, col);
  const isMixed = new Set(screen.styles(runs)).size > 1;
  return {
    ...{ row, col, length, text, style },
    ...(isMixed ? { mixed: true } : {}),
    ...(runs.length > 1 ? { parts: runs } : {}),
  };
}

/** What somebody asks for; a JavaScript RegExp only within this process, where it is the caller's own code. */
export interface FindQuery extends Omit<Library<typeof findQuery>, "regex"> {
  readonly regex?: string | RegExp | undefined;
}

/** Checks what is asked for, and finds it; a search that may take long is done in another thread. */
export async function findAsked(query: FindQuery, screen: ShownScreen): Promise<readonly FoundPlace[]> {
  const { text, style, exact, within } = checkFindQuery(query);
  const { regex } = query;
  const wanted = { text, style, exact };
  if (regex === undefined) return findShown(wanted, screen, within);
  if (typeof regex !== "string") return findShown({ ...wanted, regex: ofJavaScript(regex) }, screen, within);
  const budget = new PatternBudget();
  const compiled = compileRegex(regex, { field: "regex", budget });
  const read = screen.read(within)?.text ?? "";
  if (!compiled.mayMatch(read)) return [];
  if (!findingMayTakeLong(budget, read)) return findShown({ ...wanted, regex: atOnce(compiled) }, screen, within);
  try {
    const spans = await spansElsewhere(compiled, read, MAX_FOUND_PLACES);
    return findShown({ ...wanted, regex: { spans: () => spans } }, screen, within);
  } catch (error) {
    throw new InvalidArgumentError("regex", `regex: ${(error as Error).message}`, "invalid_regex", { cause: error });
  }
}

/** The same at once, for code of the caller's own that is called with a screen. */
export function findAtOnce(query: FindQuery, screen: ShownScreen): readonly FoundPlace[] {
  const { text, style, exact, within } = checkFindQuery(query);
  const { regex } = query;
  const spans =
    regex === undefined ? undefined : typeof regex === "string" ? atOnce(compileRegex(regex)) : ofJavaScript(regex);
  return findShown({ text, style, exact, regex: spans }, screen, within);
}

export function checkFindQuery(query: FindQuery): Library<typeof findQuery> {
  checkOptionNames("find query", query, Object.keys(findQuery.fields));
  checkStyleNames(query.style);
  const { regex } = query;
  const checked = parseLibrary(findQuery, regex instanceof RegExp ? { ...query, regex: "" } : query, "");
  if (checked.text !== undefined && regex !== undefined)
    throw new InvalidArgumentError("regex", "regex must be left out where there is a text");
  if (checked.text === undefined && regex === undefined && checked.style === undefined)
    throw new InvalidArgumentError("text", "text is missing; there must be a text, a regex or a style to look for");
  return checked;
}

/** All matches that are not empty, whatever its flags say of one or all. */
export function ofJavaScript(regex: RegExp): NonNullable<Wanted["regex"]> {
  const global = new RegExp(regex.source, `${regex.flags.replace(/[gy]/g, "")}g`);
  return {
    spans(text, most) {
      const spans: RegexSpan[] = [];
      for (const { 0: match, index } of text.matchAll(global)) {
        if (match !== "") spans.push({ start: index, end: index + match.length });
        if (spans.length === most) break;
      }
      return spans;
    },
  };
}

/** A pattern of the Rust dialect, to be looked for at once. */
export const atOnce = (regex: LinearRegex): NonNullable<Wanted["regex"]> => ({
  spans: (text, most) => firstSpans(regex, text, most),
});

/** Each place is a search of its own, which may look at all the rest of the text. */
export const findingMayTakeLong = (budget: PatternBudget, text: string): boolean =>
  budget.mayTakeLong(text.length * Math.min(text.length, MAX_FOUND_PLACES));

export function spansOf(wanted: string, text: string, most: number): readonly RegexSpan[] {
  const spans: RegexSpan[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && spans.length < most; at = text.indexOf(wanted, at))
    spans.push({ start: at, end: (at += wanted.length) });
  return spans;
}

const WORD_BEFORE = /[\p{L}\p{M}\p{N}_]$/u;
const WORD_AFTER = /^[\p{L}\p{M}\p{N}_]/u;
/** As many units as the longest character has. */
const CHARACTER = 2;

function isInWord(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - CHARACTER), start);
  const after = text.slice(end, end + CHARACTER);
  const first = text.slice(start, start + CHARACTER);
  const last = text.slice(Math.max(start, end - CHARACTER), end);
  return (WORD_BEFORE.test(before) && WORD_AFTER.test(first)) || (WORD_AFTER.test(after) && WORD_BEFORE.test(last));
}

/** Tells whether a style is as it is wanted; what is left out of one is as in plain text. Each that a screen has is looked at once. */
function fitting(wanted: WantedStyle): (style: CellStyle) => boolean {
  const asked = (Object.entries(wanted) as [keyof WantedStyle, unknown][]).filter(([, value]) => value !== undefined);
  const known = new Map<CellStyle, boolean>();
  const fits = (style: CellStyle): boolean =>
    asked.every(([name, value]) => (style[name] ?? (typeof value === "boolean" ? false : undefined)) === value);
  return (style) => {
    let answer = known.get(style);
    if (answer === undefined) known.set(style, (answer = fits(style)));
    return answer;
  };
}

export function styledPlaces(
  wanted: WantedStyle,
  screen: ShownScreen,
  box: ScreenBox | undefined,
  most = MAX_FOUND_PLACES,
): readonly FoundPlace[] {
  const part = box === undefined ? { row: 0, col: 0, rows: screen.rows, cols: screen.cols } : screen.clipped(box);
  if (part === undefined) return [];
  const fits = fitting(wanted);
  const places: FoundPlace[] = [];
  for (const run of screen.styledRuns) {
    if (run.row < part.row || run.row >= part.row + part.rows || !fits(run.style)) continue;
    const found = withoutBlanks(
      run.row,
      Math.max(run.col, part.col),
      Math.min(run.col + run.length, part.col + part.cols),
      screen,
    );
    if (found !== undefined) places.push({ runs: [found], text: screen.text([found]) });
    if (places.length === most) break;
  }
  return places;
}

function withoutBlanks(row: number, start: number, end: number, screen: ShownScreen): CellRun | undefined {
  while (start < end && screen.isBlank(row, start)) start++;
  while (end > start && screen.isBlank(row, end - 1)) end--;
  return start < end ? { row, col: start, length: end - start } : undefined;
}
