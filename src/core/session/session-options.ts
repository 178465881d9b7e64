import type { SessionOptions, WaitOptions } from "../../api/index.js";
import { InvalidArgumentError, MAX_TRANSCRIPT_CHARS, checkOptionNames, shown } from "../../base/index.js";

/** For a caller whose stack is of no use in an error, since it starts all waits at one place. */
export const WITHOUT_STACK: unique symbol = Symbol("without stack");

/** Options of a wait as they are used within the package. */
export interface WaitOptionsWithin extends WaitOptions {
  readonly [WITHOUT_STACK]?: true;
}

/** Checked by its methods: a signal of another realm, or of a polyfill, has another class. */
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
