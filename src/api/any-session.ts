import type {
  Action,
  LibraryResult,
  Matcher,
  MatchOutcome,
  ScreenBox,
  ScreenChanges,
  ScreenSnapshot,
} from "../protocol/index.js";
import type { ExitStatus } from "./exit-status.js";
import type { ExpectOptions, ExpectPattern, ExpectResult } from "./expect.js";
import type { RunOptions, RunResult } from "./run.js";
import type { MatchResult, WaitOptions } from "./wait.js";
import type { FindQuery, FindResult, Locator, SnapshotTest, TextLocatorOptions } from "./locator.js";

/** At once in this process, a moment later from a server: `await` takes both. */
export type Awaitable<T> = T | Promise<T>;

/** What a session keeps and writes, beside its terminal. */
export interface SessionOptions {
  /** A name of your choice, of which there is one at a time: a letter, then letters, digits, ".", "_" or "-". In a server it stands wherever the id may. */
  readonly name?: string | undefined;
  /** Characters of output kept in memory; default 131,072. */
  readonly transcriptMaxChars?: number | undefined;
  /** Rows kept when they leave at the top of the normal screen; default 10,000, 0 keeps none. */
  readonly scrollback?: number | undefined;
  /** Writes every byte of output to a file, unredacted. The file must not exist unless `append` is set. */
  readonly rawTranscript?: { readonly path: string; readonly append?: boolean | undefined } | undefined;
  /** The program is bash, zsh or fish, and is started so that it marks its commands, for `run`. Its user's own files are read and not changed. */
  readonly shellIntegration?: boolean | undefined;
  /** How long a wait may take that is told nothing else; default PTYWRIGHT_TIMEOUT_MS, else 30,000, or less under a test runner that ends a test by itself. */
  readonly timeoutMs?: number | undefined;
}

/** What came of a send: `notes` says what was done otherwise than asked for, such as a key that was sent without its modifiers. */
export type SendResult = LibraryResult<"session.input">;

/** How a program ended, and what became of all that it started. */
export type EndReport = Omit<LibraryResult<"session.kill">, "killed">;

/** How a send may end early. */
export interface SendOptions {
  /** Ends it with a WaitCancelledError. What the terminal has by then stays typed; the rest of a text is not. */
  readonly signal?: AbortSignal | undefined;
}

/** How a line is submitted. */
export interface SubmitOptions extends SendOptions {
  /** False: nothing of it will be echoed. Otherwise that is found out. */
  readonly echo?: boolean | undefined;
}

/** How a screen is looked at. */
export interface SnapshotOptions {
  /** While the program draws a frame that it marks, the last complete one is seen; `any` is what is drawn so far. Default `complete`. */
  readonly frame?: "complete" | "any" | undefined;
  /** The sequence number of an earlier read: only the rows that changed since are told. */
  readonly since?: number | undefined;
}

/** Which rows of those that left at the top are read. */
export interface ScrollbackOptions {
  /** The first; the oldest that is kept if left out. Negative numbers count from the end: -1 is the row above the screen. */
  readonly from?: number | undefined;
  /** The last; -1 if left out. */
  readonly to?: number | undefined;
  /** Only rows in which this text begins. */
  readonly find?: string | undefined;
}

/** Rows that left at the top. */
export type ScrollbackLines = LibraryResult<"session.scrollback">;

/**
 * What a matcher of this type sees when it holds: of `any` the outcome of one of its branches, of `all` those of all, in their order.
 * Of a matcher of which nothing more is known, every outcome there is.
 */
export type OutcomeOf<M extends Matcher> = [Matcher] extends [M]
  ? MatchOutcome
  : M extends { readonly type: "any"; readonly matchers: infer Branches extends readonly Matcher[] }
    ? { readonly kind: "any"; readonly matched: OutcomeOf<Branches[number]> }
    : M extends { readonly type: "all"; readonly matchers: infer Branches extends readonly Matcher[] }
      ? { readonly kind: "all"; readonly matched: { readonly [At in keyof Branches]: OutcomeOf<Branches[At]> } }
      : M extends { readonly type: infer Kind extends "row" | "region"; readonly matcher: infer Held extends Matcher }
        ? Omit<Extract<MatchOutcome, { readonly kind: Kind }>, "matched"> & { readonly matched: OutcomeOf<Held> }
        : Extract<MatchOutcome, { readonly kind: M["type"] }>;

/** What can be waited for: a matcher, a text on the screen, a locator; and in this process a RegExp, and a function of the screen. */
export type Condition = Matcher | string | Locator | RegExp | SnapshotTest;

/** What a RegExp matched on the screen. */
export interface RegExpOutcome {
  readonly kind: "regexp";
  readonly match: string;
  /** As a match of JavaScript has them, from group 1 on. */
  readonly groups: readonly (string | undefined)[];
  /** Where in `plainText`. */
  readonly index: number;
}

/** The same for whatever can be waited for. */
export type ConditionOutcome<C extends Condition> = [C] extends [Matcher]
  ? OutcomeOf<C>
  : [C] extends [string]
    ? Extract<MatchOutcome, { readonly kind: "contains_text" }>
    : [C] extends [RegExp]
      ? RegExpOutcome
      : [C] extends [SnapshotTest]
        ? { readonly kind: "function" }
        : MatchOutcome;

/** `changed` may stand for several changes; its sequence is that of the last one. */
export type SessionEvent =
  { readonly type: "changed"; readonly sequence: number } | { readonly type: "exited"; readonly status: ExitStatus };

/** A program on a terminal, in this process or in a server. */
export interface AnySession extends AsyncDisposable {
  /** Carries out an action, or several in order with nothing typed in between. Resolves once the terminal has the bytes. */
  send(action: Action | readonly Action[], options?: SendOptions): Promise<SendResult>;
  writeText(text: string): Promise<SendResult>;
  sendKey(key: string): Promise<SendResult>;
  /** Types a line and Enter, and remembers where its echo ends: a wait with `since: "input"`, and `expect`, look behind that. */
  submit(line: string, options?: SubmitOptions): Promise<SendResult>;
  /** Waits for what the program says next, as text without escape sequences; a match takes all up to its end. */
  expect(patterns: ExpectPattern | readonly ExpectPattern[], options?: ExpectOptions): Promise<ExpectResult>;
  /** Runs a command in a shell with `shellIntegration`, and tells how it ended and what it printed. */
  run(command: string, options?: RunOptions): Promise<RunResult>;
  /** Delivers a signal to the program itself, not to what it started. */
  signal(signal: Extract<Action, { readonly type: "signal" }>["signal"]): Awaitable<void>;
  /** Waits until it holds. Rejects with a WaitTimeoutError, a WaitCancelledError, or a SessionClosedError. */
  waitFor<C extends Condition>(condition: C, options?: WaitOptions): Promise<MatchResult<ConditionOutcome<C>>>;
  /** Where a text, what a pattern matches, or what is drawn in some way stands on the screen now. */
  find(query: FindQuery): Promise<FindResult>;
  /** The place of a text; case counts. */
  getByText(text: string | RegExp, options?: TextLocatorOptions): Locator;
  /** The place of what a pattern of the Rust regex dialect matches. */
  getByRegex(pattern: string, options?: TextLocatorOptions): Locator;
  /** A row, from zero; negative counts from the bottom. */
  row(row: number): Locator;
  region(box: ScreenBox): Locator;
  /** Where the cursor is. */
  cursor(): Locator;
  /** What changed since an earlier snapshot, by its sequence number. */
  snapshot(options: SnapshotOptions & { readonly since: number }): Awaitable<ScreenChanges>;
  snapshot(options?: SnapshotOptions & { readonly since?: undefined }): Awaitable<ScreenSnapshot>;
  /** Rows that left at the top of the normal screen. */
  scrollback(options?: ScrollbackOptions): Awaitable<ScrollbackLines>;
  /** The output kept in memory, escape sequences included. */
  transcript(): Awaitable<string>;
  resize(size: Extract<Action, { readonly type: "resize" }>["size"]): Awaitable<void>;
  /** Events from now on, ending with `exited`. A slow reader gets one `changed` for many. */
  events(): AsyncIterableIterator<SessionEvent>;
  /** Resolves when the program has ended and all its output was processed. */
  wait(): Promise<ExitStatus>;
  /** Ends the program and all that it started. The screen and the transcript stay readable. */
  kill(): Promise<EndReport>;
  /** Kills, and ends all waits. */
  close(): Promise<EndReport>;
}
