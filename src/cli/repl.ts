import { Client } from "../client/index.js";
import { Paths } from "../home/config/index.js";
import { runConsole } from "../repl/index.js";
import { onFatalSignal } from "./fatal-signals.js";
import { hasColors } from "./has-colors.js";
import { paintedRow } from "./sessions/painted-row.js";
import { greet, reachServer } from "./sessions/reach-server.js";
import { failed } from "./sessions/verb.js";
import { UserTerminal } from "./user-terminal.js";

export interface ReplOptions {
  readonly socket: string | undefined;
  readonly framing: "ndjson" | "lsp";
  /** A server to start, and to speak to over its pipes. */
  readonly server: readonly string[] | undefined;
}

/** Fails if what was started does not answer as a server does. */
async function started(command: readonly string[], framing: ReplOptions["framing"]): Promise<Client> {
  const client = await Client.start({ command, framing });
  await greet(client, command.join(" "));
  return client;
}

/** `repl`: a console in this terminal, or for what is piped in. */
export async function repl({ socket, framing, server }: ReplOptions): Promise<number> {
  const terminal = new UserTerminal();
  try {
    return await runConsole({
      input: process.stdin,
      output: process.stdout,
      errors: process.stderr,
      hasColors: hasColors(process.stdout),
      isDumb: !terminal.isOutput || process.env["TERM"] === "dumb",
      historyPath: Paths.fromEnv().replHistoryPath,
      connect: () =>
        server === undefined
          ? reachServer({ socket, framing, starts: socket === undefined && framing === "ndjson" })
          : started(server, framing),
      paintedRow,
      attach: async (client, session) => {
        const { attachHere } = await import("./attach/index.js");
        return attachHere(client, session);
      },
      writeNow: (text) => terminal.writeNow(text),
      onFatalSignal,
    });
  } catch (error) {
    return await failed(error, { socket, json: false });
  } finally {
    terminal.restore();
  }
}
