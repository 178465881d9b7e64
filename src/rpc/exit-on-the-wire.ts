import type { ExitStatus, Session } from "../core/session/index.js";

/** One of the two, once the program has ended. */
export function exitToWire(status: ExitStatus | undefined): { exit_code?: number; signal?: string } {
  if (status === undefined) return {};
  return status.exitCode === null ? { signal: status.signal ?? "unknown" } : { exit_code: status.exitCode };
}

/** Why the raw file is not whole: the system's word for it, and no path. */
export function rawErrorToWire({ rawTranscriptError: error }: Session): { raw_transcript_error?: string } {
  if (error === undefined) return {};
  return { raw_transcript_error: (error.cause as NodeJS.ErrnoException | undefined)?.code ?? "unknown" };
}
