import { MAX_WAIT_TIMEOUT_MS } from "../../base/index.js";
import type { RemoteSession } from "../../client/index.js";
import type { ScreenSnapshot } from "../../protocol/index.js";

/** 60 frames a second. */
export const FRAME_MS = 16;

/** What of a screen is drawn. */
export type DrawnScreen = Omit<ScreenSnapshot, "cells" | "plainText">;

/** The next screen after this one; also when the program has ended, and nothing newer comes. Only what has changed is read. */
export async function nextScreen(session: RemoteSession, last: DrawnScreen): Promise<DrawnScreen> {
  const { sequence: since } = last;
  const asked = { cells: "runs", newerThan: since, since, timeoutMs: MAX_WAIT_TIMEOUT_MS } as const;
  const { changedRows, allRows, modes, ...changed } = await session.snapshot(asked);
  const [runs, lines] = allRows ? [[], []] : [[...last.runs], [...last.lines]];
  for (const row of changedRows) {
    runs[row.row] = row.runs ?? [];
    lines[row.row] = row.text;
  }
  return { ...last, ...changed, ...modes, runs, lines };
}
