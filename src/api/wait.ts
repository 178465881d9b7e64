import type { LibraryResult, MatchOutcome, ScreenSnapshot } from "../protocol/index.js";

/**
 * What a wait counts from: the last input (of a line that was submitted, the end of its echo), a sequence number, or a label of the
 * transcript.
 */
export type Since = "input" | number | { readonly marker: string };

/** How long a wait may take, what it looks at, and what ends it early. */
export interface WaitOptions {
  /** Default the session's own, which is 30,000 unless told otherwise. 0 looks once and does not wait. */
  readonly timeoutMs?: number | undefined;
  /** Only what was written after this counts. Left out, everything that is there. */
  readonly since?: Since | undefined;
  /** `any` looks into frames that are being drawn (mode 2026). Default `complete`. */
  readonly frame?: "complete" | "any" | undefined;
  /** Ends the wait with a WaitCancelledError. */
  readonly signal?: AbortSignal | undefined;
}

/** What a wait saw when it succeeded. All of it belongs to one sequence number. */
export interface MatchResult<Outcome = MatchOutcome> extends Omit<
  LibraryResult<"session.wait">,
  "outcome" | "snapshot" | "transcriptTail"
> {
  /** The screen at that moment. */
  readonly snapshot: ScreenSnapshot;
  /** The end of the output at that moment. */
  readonly transcriptTail: string;
  /** Which branch held, and what it captured. */
  readonly outcome: Outcome;
}
