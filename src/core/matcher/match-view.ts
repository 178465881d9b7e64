/** What a wait sees of a session at one moment. Getters may be lazy: the texts are read only when a matcher needs them. */
export interface SessionFacts {
  readonly screenText: string;
  /** The last TRANSCRIPT_TAIL_CHARS of the output. */
  readonly transcriptTail: string;
  readonly cursorRow: number;
  readonly cursorCol: number;
  readonly exited: boolean;
  readonly sequence: number;
}

/** One consistent look at a session. */
export interface MatchView extends SessionFacts {
  /** Milliseconds since the wait began or the last change during it. */
  readonly stableMs: number;
}

/** A view that stays as it is, for those who answer later. */
export interface MatchMoment extends MatchView {
  /** Where the transcript's labels were put, and where it ended. */
  readonly markers: ReadonlyMap<string, number>;
  readonly transcriptCursor: number;
}
