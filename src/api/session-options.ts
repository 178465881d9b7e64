import {
  InvalidArgumentError,
  MAX_SCROLLBACK_ROWS,
  MAX_SESSION_NAME_CHARS,
  MAX_TRANSCRIPT_CHARS,
  checkMilliseconds,
  checkOptionNames,
  shown,
} from "../base/index.js";
import type { SessionOptions } from "./any-session.js";

/** As much as comes at once. */
const MIN_MARKED_CHARS = 1_024;

/** Checked before anything is opened, started or asked for. */
export function checkSessionOptions(options: SessionOptions): void {
  checkOptionNames("session options", options, [
    "name",
    "transcriptMaxChars",
    "scrollback",
    "rawTranscript",
    "shellIntegration",
    "timeoutMs",
  ]);
  const { transcriptMaxChars, scrollback, rawTranscript } = options;
  if (options.name !== undefined) checkSessionName(options.name);
  checkCount("transcriptMaxChars", transcriptMaxChars, MAX_TRANSCRIPT_CHARS);
  checkCount("scrollback", scrollback, MAX_SCROLLBACK_ROWS);
  if (options.timeoutMs !== undefined) checkMilliseconds("timeoutMs", options.timeoutMs);
  if (options.shellIntegration === true && transcriptMaxChars !== undefined && transcriptMaxChars < MIN_MARKED_CHARS)
    throw new InvalidArgumentError(
      "shellIntegration",
      `shellIntegration reads the output that is kept: transcriptMaxChars must be ${MIN_MARKED_CHARS} or more`,
    );
  if (rawTranscript !== undefined) checkRawTranscript(rawTranscript);
}

const NAME = new RegExp(`^[A-Za-z][A-Za-z0-9._-]{0,${MAX_SESSION_NAME_CHARS - 1}}$`);
/** As ids of servers are: s1, e2. */
const LIKE_AN_ID = /^[A-Za-z][0-9]+$/;

/** A name stands wherever an id may, so that none may look like one. */
export function checkSessionName(name: unknown): void {
  if (typeof name !== "string" || !NAME.test(name))
    throw new InvalidArgumentError(
      "name",
      `name must be a letter and then letters, digits, ".", "_" or "-", ${MAX_SESSION_NAME_CHARS} characters at most, got ${shown(name)}`,
    );
  if (LIKE_AN_ID.test(name))
    throw new InvalidArgumentError("name", `name must not look like an id, a letter and digits, got ${shown(name)}`);
}

/** The error of a name that another session has. */
export const nameTaken = (name: string, what: string): InvalidArgumentError =>
  new InvalidArgumentError(
    "name",
    `name ${shown(name)} is that of ${what}; close that one first, or take another name`,
    "name_taken",
  );

function checkCount(name: string, count: number | undefined, most: number): void {
  if (count !== undefined && (!Number.isSafeInteger(count) || count < 0 || count > most))
    throw new InvalidArgumentError(name, `${name} must be a whole number from 0 to ${most}, got ${shown(count)}`);
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
