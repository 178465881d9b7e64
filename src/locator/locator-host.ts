import type { AnySession, Awaitable, FindQuery, MatchResult, SnapshotTest, WaitOptions } from "../api/index.js";
import type { FoundText, Matcher, ScreenSnapshot } from "../protocol/index.js";

/** What may be on the screen or above it. */
export interface WantedAbove {
  readonly query: FindQuery;
  /** So many must be there. */
  readonly count: number;
  /** Which of all that fit, if it is there. */
  readonly choose: (matches: readonly FoundText[]) => FoundText | undefined;
}

/** What a wait for it tells. */
export const foundOutcome = ({ row, col, length, text }: FoundText): MatchResult["outcome"] => ({
  kind: "style",
  row,
  col,
  length,
  text,
});

export type FoundTest = (found: readonly FoundText[]) => boolean;

/** The session that a locator looks at. */
export interface LocatorHost extends Pick<AnySession, "find" | "send" | "events"> {
  /** The screen as it is now; its cells may be left out. */
  look(): Awaitable<ScreenSnapshot>;
  /** How long a wait may take that is not told otherwise. */
  timeoutMs(): number;
  waitUntil(condition: Matcher | RegExp | SnapshotTest, options: WaitOptions): Promise<MatchResult>;
  /** Waits for what may rush past, looking at all that comes. */
  waitAbove(wanted: WantedAbove, options: WaitOptions): Promise<MatchResult>;
  /** Waits until what is found is as it should be. Left out where code of the caller's own cannot be called: in a server. */
  readonly waitShown?: ((query: FindQuery, holds: FoundTest, options: WaitOptions) => Promise<MatchResult>) | undefined;
}

/** Why code of the caller's own is refused by a session in a server. */
export const refusal = (what: string, instead: string): string =>
  `${what} is code of this process, and the session is in a server, which does not run it; ${instead}`;
