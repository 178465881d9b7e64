import { NAME, PtywrightError } from "../../base/index.js";
import type { FramingName, ServeEnd, ServeOptions } from "../../rpc/index.js";
import { serveLsp, serveNdjson } from "../../rpc/index.js";
import { EXIT_OK } from "../exit-codes.js";
import type { Shutdown } from "./shutdown.js";

/** Serves the one client at our stdin and stdout. */
export async function serveOnStdio(
  { framing, ...options }: ServeOptions & { readonly framing: FramingName },
  shutdown: Shutdown,
): Promise<number> {
  const serveStream = framing === "lsp" ? serveLsp : serveNdjson;
  // The listener of the command line ends the process at once; here the programs have to be ended first.
  process.stdout.removeAllListeners("error");
  if (process.stdin.isTTY)
    process.stderr.write(`${NAME}: reads one JSON-RPC message a line from this terminal; Ctrl-D ends it\n`);
  const client = process.ppid;
  // A killed client ends our input, but its waits would go on. A pipe does not show that, but our parent changes.
  const isClientGone = (): boolean => process.ppid !== client;
  const serving = serveStream(process.stdin, process.stdout, { ...options, isClientGone });
  const end = await Promise.race([serving, shutdown.requested]);
  process.stdin.destroy();
  return typeof end === "number" ? end : exitCode(end);
}

function exitCode(end: ServeEnd): number {
  switch (end) {
    case "input_ended":
      return EXIT_OK;
    case "broken_frame":
      throw new PtywrightError("broken_frame", "stdin cannot be understood any further; the answer on stdout says why");
    case "client_gone":
      throw new PtywrightError("client_gone", "nobody reads stdout any more; the sessions were ended");
  }
}
