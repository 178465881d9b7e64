/** One consistent look at a session. Getters may be lazy: the texts are read only when a matcher needs them. */
export interface MatchView {
  readonly screenText: string;
  /** The last TRANSCRIPT_TAIL_CHARS of the output. */
  readonly transcriptTail: string;
  readonly cursorRow: number;
  readonly cursorCol: number;
  readonly exited: boolean;
  /** Milliseconds since the wait began or the last change during it. */
  readonly stableMs: number;
  readonly sequence: number;
}

/** A view that stays as it is, for those who answer later. */
export interface MatchMoment extends MatchView {
  /** Where the transcript's labels were put, and where it ended. */
  readonly markers: ReadonlyMap<string, number>;
  readonly transcriptCursor: number;
}
