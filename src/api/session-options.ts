import { InvalidArgumentError, MAX_TRANSCRIPT_CHARS, checkOptionNames, shown } from "../base/index.js";
import type { SessionOptions } from "./any-session.js";

/** Checked before anything is opened, started or asked for. */
export function checkSessionOptions(options: SessionOptions): void {
  checkOptionNames("session options", options, ["transcriptMaxChars", "rawTranscript"]);
  const { transcriptMaxChars: max, rawTranscript } = options;
  if (max !== undefined && (!Number.isSafeInteger(max) || max < 0 || max > MAX_TRANSCRIPT_CHARS))
    throw new InvalidArgumentError(
      "transcriptMaxChars",
      `transcriptMaxChars must be a whole number from 0 to ${MAX_TRANSCRIPT_CHARS}, got ${shown(max)}`,
    );
  if (rawTranscript !== undefined) checkRawTranscript(rawTranscript);
}

function checkRawTranscript(rawTranscript: NonNullable<SessionOptions["rawTranscript"]>): void {
  checkOptionNames("rawTranscript", rawTranscript, ["path", "append"]);
  const { path, append } = rawTranscript;
  if (typeof path !== "string" || path === "" || path.includes("\0"))
    throw new InvalidArgumentError(
      "rawTranscript.path",
      `rawTranscript.path must be a non-empty string without NUL bytes, got ${shown(path)}`,
    );
  if (append !== undefined && typeof append !== "boolean")
    throw new InvalidArgumentError(
      "rawTranscript.append",
      `rawTranscript.append must be a boolean, got ${shown(append)}`,
    );
}
