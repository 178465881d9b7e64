/** How a process ended: by itself with a code, or by a signal. */
export interface ExitStatus {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  /** For example "SIGKILL"; null when it ended by itself. */
  readonly signal: NodeJS.Signals | null;
}

/** The same where only what is known is there: one of the two, once the program has ended. */
export interface ExitFields {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}

export function exitFields(status: ExitStatus | undefined): ExitFields {
  if (status === undefined) return {};
  return status.exitCode === null ? { signal: status.signal ?? "unknown" } : { exitCode: status.exitCode };
}

export function exitStatusOf({ exitCode, signal }: ExitFields): ExitStatus | undefined {
  if (exitCode === undefined && signal === undefined) return undefined;
  return { exitCode: exitCode ?? null, signal: (signal ?? null) as NodeJS.Signals | null };
}

export function describeExit({ exitCode, signal }: ExitStatus): string {
  return signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
}
