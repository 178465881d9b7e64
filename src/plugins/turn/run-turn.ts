import { WaitCancelledError, checkMilliseconds } from "../../base/index.js";
import type { Matcher } from "../../core/matcher/index.js";
import type { MatchResult, Session, WaitOptions } from "../../core/session/index.js";
import type { Plan } from "./plan.js";
import { carryOut } from "./plan.js";
import { TimeLimit } from "./time-limit.js";

export interface Turn {
  readonly plan: Plan;
  /** Ends the turn. Evaluated once everything was sent. */
  readonly until: Matcher;
}

export interface TurnResult {
  readonly match: MatchResult;
  /** What the program wrote during the turn; null if its beginning is no longer kept. */
  readonly output: string | null;
}

/** Sends, waits for the end, and returns the output in between. The time-out includes the sending. */
export async function runTurn(session: Session, turn: Turn, options: WaitOptions = {}): Promise<TurnResult> {
  const start = session.transcriptCursor;
  const timeoutMs = checkMilliseconds("timeoutMs", options.timeoutMs ?? session.timeoutMs);
  const startedAt = performance.now();
  await sendInTime(session, turn, { ...options, timeoutMs });
  const leftMs = Math.max(0, timeoutMs - (performance.now() - startedAt));
  const match = await session.waitFor(turn.until, { ...options, timeoutMs: leftMs });
  return { match, output: session.transcriptSlice(start, session.transcriptCursor) };
}

/** A time-out of 0 means one check at the end; everything is sent all the same. */
async function sendInTime(
  session: Session,
  { plan, until }: Turn,
  { timeoutMs, signal }: WaitOptions & { readonly timeoutMs: number },
): Promise<void> {
  const startedAt = performance.now();
  const limit = new TimeLimit(timeoutMs === 0 ? undefined : timeoutMs, signal);
  try {
    await carryOut(plan, session, { signal: limit.signal });
  } catch (error) {
    if (limit.isUp && error instanceof WaitCancelledError)
      throw session.timedOutWhileSending(until, performance.now() - startedAt);
    throw error;
  } finally {
    limit.end();
  }
}
