/** What a field of a signal may hold. */
export type SignalValue = string | number | boolean | null;

/** One thing that a program has told. */
export interface Signal {
  /** Counts from one, and goes on after some were forgotten. */
  readonly number: number;
  /** How far the session was when it came. */
  readonly sequence: number;
  /** When, on the clock of `performance.now`. */
  readonly at: number;
  readonly data: Readonly<Record<string, SignalValue>>;
}

/** What a program's own record says, from its end. */
export interface ProgramRecord {
  /** With the fields that the manifest names, and no others. */
  readonly entries: readonly unknown[];
  /** There is more before them. */
  readonly cut: boolean;
}

/** All that a program has told beside its screen. */
export interface SideFacts {
  /** In the order in which they came; the oldest are forgotten. */
  readonly signals: readonly Signal[];
  /** What came and was no signal, or too much. */
  readonly dropped: number;
  /** Where a signal says that there is one. */
  readonly record?: ProgramRecord | undefined;
}
