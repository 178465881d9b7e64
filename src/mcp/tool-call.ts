import type { Mutex } from "../base/index.js";
import type { StartLimits } from "./start-limits.js";
import type { OwnSessions } from "./own-sessions.js";
import type { RunningAsks } from "./running-asks.js";

/** What all tools work with. */
export interface ToolHost {
  readonly sessions: OwnSessions;
  readonly limits: StartLimits;
  readonly asks: RunningAsks;
  /** For what must not be done twice at once. */
  readonly oneAtATime: Mutex;
  /** No tool takes longer, because clients give up. */
  readonly longestMs: number;
}

/** One call of a tool. */
export interface ToolCall {
  /** Fires when the client does not want the answer any more. */
  readonly signal: AbortSignal;
  /** Tells the client, now and then, that it is waited for this; until the returned function is called. */
  readonly progress: (limitMs: number, what: string) => () => void;
}

/** What a tool answers: fields for programs, and the same in short words. */
export interface ToolAnswer<Result> {
  readonly result: Result;
  readonly text: string;
}

/** How long a call may take. */
export const limitOf = ({ longestMs }: ToolHost, timeoutS: number | undefined, fallbackMs: number): number =>
  Math.min(longestMs, timeoutS === undefined ? fallbackMs : Math.round(timeoutS * 1_000));

/** Tells, of a call that begins now, how long a part of it may take: what is left, and no longer than the fallback if the caller gave no limit. */
export function timeOf(host: ToolHost, timeoutS: number | undefined): (fallbackMs: number) => number {
  const deadline = performance.now() + limitOf(host, timeoutS, host.longestMs);
  return (fallbackMs) => {
    const leftMs = Math.max(0, Math.round(deadline - performance.now()));
    return timeoutS === undefined ? Math.min(fallbackMs, leftMs) : leftMs;
  };
}
