/**
 * cli/run: a program in a PTY, joined to our own terminal or pipes.
 */
export interface RunOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly rows: number | undefined;
  readonly cols: number | undefined;
}

/** Runs the program to its end and returns the exit code for it. */
export async function run(options: RunOptions): Promise<number> {
  throw new Error(`run is not there yet, cannot run ${options.program}`);
}
