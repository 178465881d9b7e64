import type { ScrollbackOptions } from "../../api/index.js";
import { MAX_SCROLLBACK_FOUND, TurnTaker } from "../../base/index.js";
import type { CoverablePage, Scrollback } from "../../core/screen/index.js";
import type { Session } from "../../core/session/index.js";
import { scrollbackOf, searchScrollback, secretsOf } from "../../core/session/index.js";
import { loopTurns } from "../../jsonrpc/index.js";
import type { LibraryResult } from "../../protocol/index.js";
import type { RedactionPolicy } from "../../text/redaction/index.js";
import { resolvedPolicy } from "../../text/redaction/index.js";
import { Disclosed } from "../index.js";

type Lines = LibraryResult<"session.scrollback">;

/** The answer to a read of what left at the top of a screen, with secrets covered as on the screen. */
export async function scrollbackAnswer(
  session: Session,
  policy: RedactionPolicy,
  { from, to, find }: ScrollbackOptions,
): Promise<Disclosed<Lines>> {
  if (find !== undefined) {
    const cover = (page: CoverablePage): Promise<readonly string[]> => coveredLines(session, policy, page);
    return new Disclosed(
      await searchScrollback(session, (scrollback) => foundRows(scrollback, cover, find, { from, to })),
    );
  }
  const page = scrollbackOf(session).coverable({ from, to });
  const { first, last } = page;
  return new Disclosed({ first, last, lines: await coveredLines(session, policy, page) });
}

async function coveredLines(
  session: Session,
  policy: RedactionPolicy,
  page: CoverablePage,
): Promise<readonly string[]> {
  return page.covered(secretsOf(session).covering(await resolvedPolicy(policy, page.around)));
}

/**
 * A row whose secret is what was looked for is not found: else a secret could be had guess by guess. Rows are looked at in turns with
 * others who want the event loop.
 */
async function foundRows(
  scrollback: Scrollback,
  cover: (page: CoverablePage) => Promise<readonly string[]>,
  find: string,
  range: ScrollbackOptions,
): Promise<Lines> {
  const { first } = scrollback.range(range);
  const rows: number[] = [];
  const lines: string[] = [];
  const taker = new TurnTaker();
  let last = first - 1;
  let began = performance.now();
  for (const { row, searchedTo } of scrollback.find(find, range)) {
    last = searchedTo;
    if (row !== undefined) {
      const page = scrollback.coverable({ from: row, to: row });
      const [line] = await cover(page);
      if (line === page.lines[0] || line.includes(find)) {
        rows.push(row);
        lines.push(line);
      }
    }
    if (rows.length === MAX_SCROLLBACK_FOUND) break;
    loopTurns.spent(taker, performance.now() - began);
    const turn = loopTurns.next(taker);
    if (turn !== undefined) await turn;
    began = performance.now();
  }
  return { first, last, lines, rows };
}
