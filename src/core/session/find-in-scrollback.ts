import type { FindResult } from "../../api/index.js";
import { FairTurns, MAX_FOUND_PLACES, TurnTaker } from "../../base/index.js";
import type { FoundText, ScreenBox } from "../../protocol/index.js";
import type { FoundPlace, LineSearch } from "../matcher/index.js";
import { foundText } from "../matcher/index.js";
import type { Scrollback, ScrollbackPart, ScrollbackReached, ShownScreen } from "../screen/index.js";
import { shownScreen } from "../screen/index.js";

/** What all such searches take of one tick of the event loop. */
const SLICE_MS = 8;
const turns = new FairTurns(SLICE_MS);

/** How some rows are searched, and what is told of what is found. */
export interface PartReading {
  readonly searched: ShownScreen;
  readonly box: ScreenBox;
  readonly told: (place: FoundPlace) => FoundText;
}

export interface ScrollbackReading {
  /** Nothing is looked for in the rows as they are: what is covered must not be found out, nor how long that takes. */
  readonly isCovered: boolean;
  readonly read: (part: ScrollbackPart) => Promise<PartReading>;
}

const PLAIN: ScrollbackReading = {
  isCovered: false,
  read: async (part) => {
    const { snapshot, box } = part.rows();
    const searched = shownScreen(snapshot);
    return { searched, box, told: (place) => foundText(place, searched) };
  },
};

/**
 * Where something stands on the screen and above it: the last places, in turns with others who want the event loop. Each line is a text of
 * its own. Of the rows above, those alone that came after a moment, if one is given.
 */
export async function findInScrollback(
  scrollback: Scrollback,
  search: LineSearch,
  { isCovered, read }: ScrollbackReading = PLAIN,
  after?: ScrollbackReached,
): Promise<FindResult> {
  const taker = new TurnTaker();
  let matches: FoundText[] = [];
  let began = performance.now();
  for (const part of scrollback.upwards(after)) {
    if (isCovered || part.text === undefined || (await search.mayBeIn(part.text))) {
      const { searched, box, told } = await read(part);
      const places = await search.find(searched, box, MAX_FOUND_PLACES - matches.length);
      const by = part.firstRow - box.row;
      matches = [...places.map((place) => moved(told(place), by)), ...matches];
    }
    if (matches.length === MAX_FOUND_PLACES) break;
    turns.spent(taker, performance.now() - began);
    await turns.next(taker);
    began = performance.now();
  }
  return { sequence: scrollback.sequence, matches, ...(matches.length === MAX_FOUND_PLACES ? { more: true } : {}) };
}

/** True if it can be told at once that there is nothing on the screen, nor in the rows that came after a moment. */
export function isNothingIn(scrollback: Scrollback, search: LineSearch, after: ScrollbackReached | undefined): boolean {
  for (const part of scrollback.upwards(after)) {
    const { text } = part;
    if (!search.excludes(text ?? textOf(part))) return false;
  }
  return true;
}

function textOf(part: ScrollbackPart): string {
  const { snapshot, box } = part.rows();
  return shownScreen(snapshot).read(box)?.text ?? "";
}

function moved(found: FoundText, by: number): FoundText {
  const { row, parts } = found;
  return {
    ...found,
    row: row + by,
    ...(parts && { parts: parts.map((part) => ({ ...part, row: part.row + by })) }),
  };
}
