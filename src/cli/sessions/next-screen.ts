import { MAX_WAIT_TIMEOUT_MS } from "../../base/index.js";
import type { RemoteSession } from "../../client/index.js";
import type { ScreenSnapshot } from "../../protocol/index.js";

/** 60 frames a second. */
export const FRAME_MS = 16;

/** Without a number that it must be newer than, at once; else also when the program has ended, and nothing newer comes. */
export const nextScreen = (session: RemoteSession, newerThan?: number): Promise<ScreenSnapshot> =>
  session.snapshot({ cells: "runs", newerThan, timeoutMs: MAX_WAIT_TIMEOUT_MS });
