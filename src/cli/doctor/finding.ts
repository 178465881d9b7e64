/** One thing that was looked at. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do about it; there if it is not well, or could be better. */
  readonly advice?: string | undefined;
}
