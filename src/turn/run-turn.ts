import type { Matcher } from "../matcher/index.js";
import type { MatchResult, Session, WaitOptions } from "../session/index.js";
import type { Plan } from "./plan.js";
import { carryOut } from "./plan.js";

export interface Turn {
  readonly plan: Plan;
  /** What ends the turn. Looked for once everything was sent. */
  readonly until: Matcher;
}

export interface TurnResult {
  readonly match: MatchResult;
  /** What the program wrote within the turn; null if so much that its beginning is no longer kept. */
  readonly output: string | null;
}

/** Sends, waits for the end, and says what was written in between. */
export async function runTurn(session: Session, turn: Turn, options: WaitOptions = {}): Promise<TurnResult> {
  const start = session.transcriptCursor;
  await carryOut(turn.plan, session, { signal: options.signal });
  const match = await session.waitFor(turn.until, options);
  return { match, output: session.transcriptSlice(start, session.transcriptCursor) };
}
