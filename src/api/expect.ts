/**
 * What `expect` may wait for beside texts and patterns.
 *
 * @example
 * ```ts
 * const { index, before } = await session.expect(["$ ", Expect.eof, Expect.timeout], { timeoutMs: 1_000 });
 * console.log(["a prompt", "the end", "nothing yet"][index], before);
 * ```
 */
export const Expect = {
  /** The program has ended and all it wrote was looked at. */
  eof: { type: "eof" },
  /** The time is up: then it resolves with this one's index instead of rejecting. */
  timeout: { type: "timeout" },
} as const;

/**
 * A text, a pattern of JavaScript's dialect (in this process only), one of the Rust dialect, or one of `Expect`. Of several, that counts
 * which is found first in the output, and of those at one place the first of the list.
 */
export type ExpectPattern =
  string | RegExp | { readonly regex: string } | (typeof Expect)["eof"] | (typeof Expect)["timeout"];

/** How long an `expect` may take, and what ends it early. */
export interface ExpectOptions {
  /** Default as for waits. 0 looks at what is there and does not wait. */
  readonly timeoutMs?: number | undefined;
  /** Ends it with a WaitCancelledError. */
  readonly signal?: AbortSignal | undefined;
}

/** What was found in the output, which is text without escape sequences. */
export interface ExpectResult {
  /** Which of the patterns; 0 for a single one. */
  readonly index: number;
  /** What came before it, since the last match or the last line that was submitted; of that the last 32,768 characters. */
  readonly before: string;
  /** What was found; empty for `Expect.eof` and `Expect.timeout`. */
  readonly match: string;
  /** The groups of a pattern; null for one that took no part. */
  readonly groups: readonly (string | null)[];
  /** What had come behind it by then; of that the first 32,768 characters. The next `expect` begins with that. */
  readonly after: string;
  /** More had come than `after` has. The next `expect` sees it. */
  readonly moreAfter?: true | undefined;
  /** Some of what came before it is no longer kept, and is missing in `before`. */
  readonly dropped?: true | undefined;
}
