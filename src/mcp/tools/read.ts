import { InvalidArgumentError } from "../../base/index.js";
import type { AgentSession, ShownScreen } from "../agent-session.js";
import { header } from "../agent-session.js";
import { MAX_SCREEN_CHARS, firstLines } from "../bounded-text.js";
import { numbered } from "../changed-rows.js";
import { shownAnswer } from "../shown-text.js";
import type { ToolAnswer, ToolHost } from "../tool-call.js";

/** Rows above the screen that are told at once. */
const MAX_ROWS = 200;
const MAX_FOUND_ROWS = 50;

export interface ReadParams {
  readonly session?: string | undefined;
  readonly full?: boolean | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly find?: string | undefined;
}

interface Row {
  readonly row: number;
  readonly line: string;
}

/** `terminal_read` */
export async function read(host: ToolHost, params: ReadParams): Promise<ToolAnswer<ShownScreen>> {
  const session = host.sessions.get(params.session);
  const { full = false, from, to, find } = params;
  if (find !== undefined) return shownAnswer(await found(session, find));
  if (from !== undefined || to !== undefined) return shownAnswer(await rowsOf(session, from, to));
  const shown = await session.shown({ isWhole: full });
  return shownAnswer((shown.screen ?? shown.rows) === undefined ? { ...shown, note: "nothing changed" } : shown);
}

/** The rows that have a text, above the screen and on it. */
async function found(session: AgentSession, text: string): Promise<ShownScreen> {
  const above = await session.remote.scrollback({ find: text });
  const { matches } = await session.remote.find({ text });
  const { lines, cursor } = await session.remote.snapshot({ cells: false });
  const onScreen = [...new Set(matches.map(({ row }) => row))];
  const rows: Row[] = [
    ...(above.rows ?? []).map((number, at) => ({ row: number - above.last - 1, line: above.lines[at] })),
    ...onScreen.map((row) => ({ row, line: lines[row] })),
  ];
  const told = rows.slice(-MAX_FOUND_ROWS);
  const left = rows.length - told.length;
  const note =
    rows.length === 0 ? "not found" : left > 0 ? `${left} earlier rows left out; look for a longer text` : undefined;
  return shownRows(session, cursor, told, note);
}

/** The rows of a range, above the screen and on it: of too many, the last. */
async function rowsOf(session: AgentSession, from: number | undefined, to: number | undefined): Promise<ShownScreen> {
  const { lines, cursor } = await session.remote.snapshot({ cells: false });
  const last = Math.min(to ?? lines.length - 1, lines.length - 1);
  const first = from ?? Math.min(0, last);
  if (first > last)
    throw new InvalidArgumentError("from", `from must not be behind to, nor behind row ${lines.length - 1}`);
  const begin = Math.max(first, last - MAX_ROWS + 1);
  const rows = [...(await rowsAbove(session, begin, Math.min(last, -1))), ...rowsOn(lines, Math.max(0, begin), last)];
  const note = begin > first ? `rows ${first} to ${begin - 1} left out; ask for them by from and to` : undefined;
  return shownRows(session, cursor, rows, note);
}

async function rowsAbove({ remote }: AgentSession, from: number, to: number): Promise<Row[]> {
  if (from > to) return [];
  const { lines } = await remote.scrollback({ from, to });
  return lines.map((line, at) => ({ row: to - lines.length + 1 + at, line }));
}

const rowsOn = (lines: readonly string[], from: number, to: number): Row[] =>
  lines.slice(from, to + 1).map((line, at) => ({ row: from + at, line }));

async function shownRows(
  session: AgentSession,
  cursor: { readonly row: number; readonly col: number },
  rows: readonly Row[],
  note: string | undefined,
): Promise<ShownScreen> {
  const { text, leftOut } = firstLines(numbered(rows).join("\n"), MAX_SCREEN_CHARS);
  const notes = [note, leftOut > 0 ? `${leftOut} further rows left out` : undefined].filter((one) => one !== undefined);
  return {
    ...header({ cursor, exit: await session.exit() }),
    ...(text === "" ? {} : { rows: text }),
    ...(notes.length === 0 ? {} : { note: notes.join("; ") }),
  };
}
