import type { ExitStatus } from "../session/index.js";

/** One of the two, once the program has ended. */
export function exitToWire(status: ExitStatus | undefined): { exit_code?: number; signal?: string } {
  if (status === undefined) return {};
  return status.exitCode === null ? { signal: status.signal ?? "unknown" } : { exit_code: status.exitCode };
}
