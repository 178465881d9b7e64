import type { SessionFacts } from "../matcher/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { Boundary, BoundarySource } from "./change-history.js";
import type { SessionMoment } from "./session-moment.js";

/** After which moment, and up to which change; one that is left out is the beginning, or now. */
export interface Boundaries {
  readonly after?: BoundarySource;
  readonly upTo?: Boundary;
}

/** What a wait needs to see of its session; lazy, so that a matcher pays only for what it looks at. */
export interface WaitSource extends SessionFacts {
  readonly exitStatus: ExitStatus | undefined;
  /** Now, to be kept. */
  moment(stableMs: number): SessionMoment;
  /** What was written within these bounds. */
  within(bounds: Boundaries): WaitSource;
  /** Undefined if a part of the output may be told, else where to look further. */
  hiddenUntil(text: string, start: number, end: number): number | undefined;
}
