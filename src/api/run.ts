/** How a command of a shell is run. */
export interface RunOptions {
  /** Default as for waits; then it is interrupted with Ctrl+C, and gets 2 s to heed that. */
  readonly timeoutMs?: number | undefined;
  /** Interrupts it, and ends it with a WaitCancelledError. */
  readonly signal?: AbortSignal | undefined;
  /** Is called with all of the output, as it comes. The program's output waits for a promise that it returns, if it is in this process. */
  readonly onOutput?: ((text: string) => void | Promise<void>) | undefined;
}

/** What became of a command. */
export interface RunResult {
  /** Its exit code, or that of the shell if it has ended with it. */
  readonly exitCode: number;
  /** What it printed, as text without escape sequences and with the line ends that it wrote; the last 262,144 characters. */
  readonly output: string;
  readonly durationMs: number;
  /** There was more output than is kept. */
  readonly truncated?: boolean | undefined;
}
