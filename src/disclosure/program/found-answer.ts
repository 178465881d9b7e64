import type { WaitOptions } from "../../api/index.js";
import { MAX_FOUND_PLACES } from "../../base/index.js";
import type { FindQuery, FoundPlace } from "../../core/matcher/index.js";
import { LineSearch, findAsked, foundText } from "../../core/matcher/index.js";
import type { ScreenSnapshot, ShownScreen } from "../../core/screen/index.js";
import { redactSnapshot, shownScreen } from "../../core/screen/index.js";
import type { ScrollbackReading, Session } from "../../core/session/index.js";
import { findInScrollback, searchScrollback, secretsOf, waitAbove } from "../../core/session/index.js";
import type { FoundText, LibraryResult } from "../../protocol/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import { resolvedPolicy } from "../../text/redaction/index.js";
import { Disclosed } from "../index.js";
import { snapshotTexts } from "./snapshot-answer.js";

type Found = LibraryResult<"session.find">;

/** How what is found may be told. */
export interface FindReading {
  readonly policy: RedactionPolicy;
  /** False where secrets may not be asked for: they are covered before anything is looked for. */
  readonly seesSecrets: boolean;
}

/** How long is waited, and for how many places. */
export interface FindWait extends Pick<WaitOptions, "timeoutMs" | "signal"> {
  readonly count: number;
}

/** What stands where it was found, with secrets covered. */
export async function foundAnswer(
  session: Session,
  query: FindQuery,
  { policy, seesSecrets }: FindReading,
): Promise<Disclosed<Found>> {
  const reading = { policy, seesSecrets };
  if (query.scrollback === true) return foundInScrollback(session, query, reading);
  const snapshot = session.snapshot();
  const searched = searchedScreen(session, snapshot, reading);
  const places = await findAsked(query, searched);
  const told = await toldBy(session, snapshot, searched, reading);
  const more = places.length === MAX_FOUND_PLACES;
  return new Disclosed({ sequence: snapshot.sequence, matches: places.map(told), ...(more ? { more } : {}) });
}

/** The same also above the screen. What is looked for is checked before it waits in line. */
async function foundInScrollback(session: Session, query: FindQuery, reading: FindReading): Promise<Disclosed<Found>> {
  const search = new LineSearch(query);
  const covering = coveringOf(session, reading);
  return new Disclosed(await searchScrollback(session, (scrollback) => findInScrollback(scrollback, search, covering)));
}

/** The same once so many places are there. What it rejects with is not covered. */
export async function awaitedAnswer(
  session: Session,
  query: FindQuery,
  reading: FindReading,
  { count, ...options }: FindWait,
): Promise<Disclosed<Found>> {
  let matches: readonly FoundText[] = [];
  const choose = (all: readonly FoundText[]): FoundText | undefined => {
    matches = all;
    return all.at(count - 1);
  };
  const { sequence } = await waitAbove(session, { query, count, choose }, options, coveringOf(session, reading));
  return new Disclosed({ sequence, matches, ...(matches.length === MAX_FOUND_PLACES ? { more: true } : {}) });
}

function coveringOf(session: Session, reading: FindReading): ScrollbackReading {
  return {
    isCovered: !reading.seesSecrets,
    read: async (part) => {
      const { snapshot, box } = part.around();
      const searched = searchedScreen(session, snapshot, reading);
      return { searched, box, told: await toldBy(session, snapshot, searched, reading) };
    },
  };
}

function searchedScreen(session: Session, snapshot: ScreenSnapshot, { seesSecrets }: FindReading): ShownScreen {
  const secrets = secretsOf(session);
  return shownScreen(seesSecrets ? snapshot : redactSnapshot(snapshot, secrets.covering(secrets.policy)));
}

async function toldBy(
  session: Session,
  snapshot: ScreenSnapshot,
  searched: ShownScreen,
  { policy }: FindReading,
): Promise<(place: FoundPlace) => FoundText> {
  const covering = secretsOf(session).covering(await resolvedPolicy(policy, snapshotTexts(snapshot)));
  const shown = shownScreen(redactSnapshot(snapshot, covering));
  return (place) => ({ ...foundText(place, shown), text: textAt(place, searched, shown) });
}

/** What the same cells show to who may see this screen. */
function textAt({ runs, text }: FoundPlace, searched: ShownScreen, shown: ShownScreen): string {
  let told = "";
  let at = 0;
  for (const run of runs) {
    const piece = searched.text([run]);
    const start = text.indexOf(piece, at);
    told += text.slice(at, start) + shown.text([run]);
    at = start + piece.length;
  }
  return told;
}
