import type { SessionOptions } from "../../api/index.js";
import { InvalidArgumentError, MAX_TRANSCRIPT_CHARS, checkOptionNames, shown } from "../../base/index.js";

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
