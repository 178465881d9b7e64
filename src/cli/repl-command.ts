import type { Command } from "./command.js";
import { command } from "./command.js";
import { choice, file, flag } from "./option.js";
import { UsageError } from "./usage-error.js";

/** The console. */
export const REPL_COMMAND: Command = command({
  name: "repl",
  summary: "Talk to a server at a console: Lua, completion, a live preview",
  usage: "[--socket PATH | --stdio -- CMD [ARG]...] [--framing KIND]",
  options: {
    socket: file("PATH", "the server's socket (default: ~/.ptywright/socket)"),
    stdio: flag("start the server CMD, and speak to it over its stdin and stdout"),
    framing: choice("KIND", "how messages are told apart: ndjson (the default) or lsp", [
      { word: "ndjson", help: "one message a line" },
      { word: "lsp", help: "Content-Length headers" },
    ]),
  },
  conflicts: [["stdio", "socket"]],
  hasProgramArgs: true,
  notes: [
    'Every method of the server is a function: session.create{program="bash"}. :help tells the rest.',
    "Starts a server in the background if none runs. Entries are read from a pipe too, up to the first that",
    "fails (exit code 1).",
  ],
  examples: [
    "ptywright repl",
    "echo 'session.list{}' | ptywright repl",
    "ptywright repl --stdio -- ptywright serve --stdio --plugin greeter/manifest.toml",
  ],
  start: async ({ socket, stdio, framing }, _, server) => {
    if (stdio && (server === undefined || server.length === 0))
      throw new UsageError("no server to start; expected ptywright repl --stdio -- CMD [ARG]...", "repl");
    if (!stdio && server !== undefined)
      throw new UsageError("a server to start needs --stdio; expected ptywright repl --stdio -- CMD [ARG]...", "repl");
    const { repl } = await import("./repl.js");
    return repl({ socket, framing, server });
  },
});
