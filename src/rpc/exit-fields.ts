import type { ExitStatus, Session } from "../core/session/index.js";

/** One of the two, once the program has ended. */
export function exitFields(status: ExitStatus | undefined): { exitCode?: number; signal?: string } {
  if (status === undefined) return {};
  return status.exitCode === null ? { signal: status.signal ?? "unknown" } : { exitCode: status.exitCode };
}

/** Why the raw file is not whole: the system's word for it, and no path. */
export function rawErrorField({ rawTranscriptError: error }: Session): { rawTranscriptError?: string } {
  if (error === undefined) return {};
  return { rawTranscriptError: (error.cause as NodeJS.ErrnoException | undefined)?.code ?? "unknown" };
}
