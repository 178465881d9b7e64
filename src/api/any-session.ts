import type { Action, LibraryResult, Matcher, MatchOutcome, ScreenSnapshot } from "../protocol/index.js";
import type { ExitStatus } from "./exit-status.js";

/** At once in this process, a moment later from a server: `await` takes both. */
export type Awaitable<T> = T | Promise<T>;

/** What a session keeps and writes, beside its terminal. */
export interface SessionOptions {
  /** Characters of output kept in memory; default 131,072. */
  readonly transcriptMaxChars?: number | undefined;
  /** Writes every byte of output to a file, unredacted. The file must not exist unless `append` is set. */
  readonly rawTranscript?: { readonly path: string; readonly append?: boolean | undefined } | undefined;
}

/** How a send may end early. */
export interface SendOptions {
  /** Ends it with a WaitCancelledError. What the terminal has by then stays typed; the rest of a text is not. */
  readonly signal?: AbortSignal | undefined;
}

/** How long a wait may take, and what ends it early. */
export interface WaitOptions {
  /** Default 30,000. 0 looks once and does not wait. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait with a WaitCancelledError. */
  readonly signal?: AbortSignal | undefined;
}

/** What a wait saw when it succeeded. All of it belongs to one sequence number. */
export interface MatchResult<Outcome extends MatchOutcome = MatchOutcome> extends Omit<
  LibraryResult<"session.wait">,
  "outcome"
> {
  /** Which branch held, and what it captured. */
  readonly outcome: Outcome;
}

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
      : Extract<MatchOutcome, { readonly kind: M["type"] }>;

/** `changed` may stand for several changes; its sequence is that of the last one. */
export type SessionEvent =
  { readonly type: "changed"; readonly sequence: number } | { readonly type: "exited"; readonly status: ExitStatus };

/** A program on a terminal, in this process or in a server. */
export interface AnySession extends AsyncDisposable {
  /** Carries out an action, or several in order with nothing typed in between. Resolves once the terminal has the bytes. */
  send(action: Action | readonly Action[], options?: SendOptions): Promise<void>;
  writeText(text: string): Promise<void>;
  sendKey(key: string): Promise<void>;
  /** Delivers a signal to the program itself, not to what it started. */
  signal(signal: Extract<Action, { readonly type: "signal" }>["signal"]): Awaitable<void>;
  /** Waits until the matcher holds. Rejects with a WaitTimeoutError, a WaitCancelledError, or a SessionClosedError. */
  waitFor<M extends Matcher>(matcher: M, options?: WaitOptions): Promise<MatchResult<OutcomeOf<M>>>;
  snapshot(): Awaitable<ScreenSnapshot>;
  /** The output kept in memory, escape sequences included. */
  transcript(): Awaitable<string>;
  resize(size: Extract<Action, { readonly type: "resize" }>["size"]): Awaitable<void>;
  /** Events from now on, ending with `exited`. A slow reader gets one `changed` for many. */
  events(): AsyncIterableIterator<SessionEvent>;
  /** Resolves when the program has ended and all its output was processed. */
  wait(): Promise<ExitStatus>;
  /** Ends the program and all that it started. The screen and the transcript stay readable. */
  kill(): Promise<unknown>;
  /** Kills, and ends all waits. */
  close(): Promise<unknown>;
}
