import { InvalidArgumentError, MAX_TRANSCRIPT_CHARS, checkOptionNames, shown } from "../../base/index.js";

export interface SessionOptions {
  /** Characters of output kept in memory; default 131,072. */
  readonly transcriptMaxChars?: number | undefined;
  /** Writes every byte of output to a file, unredacted. The file must not exist unless `append` is set. */
  readonly rawTranscript?: { readonly path: string; readonly append?: boolean | undefined } | undefined;
}

export interface SendOptions {
  /** Ends it with a WaitCancelledError. What the terminal has by then stays typed; the rest of a text is not. */
  readonly signal?: AbortSignal | undefined;
  /** @internal */
  readonly [WITHOUT_STACK]?: true;
}

/** For a caller that stands at one place for all its waits, and has no use for that place in an error. */
export const WITHOUT_STACK: unique symbol = Symbol("without stack");

export interface WaitOptions {
  /** Default 30,000. 0 looks once and does not wait. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait with a WaitCancelledError. */
  readonly signal?: AbortSignal | undefined;
  /** @internal */
  readonly [WITHOUT_STACK]?: true;
}

/** By what it can do, not by its class: another realm, or a polyfill, has a class of its own. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal !== undefined && typeof signal?.addEventListener !== "function")
    throw new InvalidArgumentError("signal", "signal must be an AbortSignal, such as AbortSignal.timeout(1000)");
}

/** Checked before anything is opened or started. */
export function checkOptions(options: SessionOptions): void {
  checkOptionNames("session options", options, ["transcriptMaxChars", "rawTranscript"]);
  const { transcriptMaxChars: max, rawTranscript } = options;
  if (rawTranscript !== undefined) checkOptionNames("rawTranscript", rawTranscript, ["path", "append"]);
  if (max !== undefined && (!Number.isSafeInteger(max) || max < 0 || max > MAX_TRANSCRIPT_CHARS))
    throw new InvalidArgumentError(
      "transcriptMaxChars",
      `transcriptMaxChars must be a whole number from 0 to ${MAX_TRANSCRIPT_CHARS}, got ${shown(max)}`,
    );
}
