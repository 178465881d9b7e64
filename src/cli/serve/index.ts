/**
 * cli/serve: the JSON-RPC server as a command.
 */
export interface ServeOptions {
  readonly stdio: boolean;
  readonly socket: string | undefined;
  readonly framing: "ndjson" | "lsp";
  readonly inOrder: boolean;
}

/** Serves until its clients are gone or a signal ends it, and returns the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  throw new Error(`serve is not there yet, cannot serve ${options.framing}`);
}
