import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidArgumentError } from "../base/index.js";
import type { StartOptions } from "./client-options.js";
import type { ServerLink } from "./link/index.js";
import { ConnectError, streamChannel } from "./link/index.js";
import { ServerProcess } from "./server-process.js";

/** Starts a server as a child process, connected by its stdin and stdout. It ends, with its sessions, when the client is closed. */
export async function startServer(options: StartOptions): Promise<ServerLink> {
  const { framing = "ndjson", cwd, env = process.env } = options;
  const [file, ...args] = options.command ?? ownServer(options, framing);
  if (options.command !== undefined && (options.plugins ?? options.allowPluginLoad) !== undefined)
    throw new InvalidArgumentError(
      "plugins",
      "plugins and allowPluginLoad are for a server without command; write them into it",
    );
  if (!file) throw new InvalidArgumentError("command", "command is empty; give the server to start and its arguments");
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "pipe"], env, ...(cwd === undefined ? {} : { cwd }) });
  try {
    await once(child, "spawn");
  } catch (error) {
    throw new ConnectError(file, `cannot start ${file}: ${reason(error, cwd)}`, { cause: error });
  }
  const server = new ServerProcess(child);
  return {
    channel: streamChannel(framing, child.stdout, child.stdin, {
      close: () => server.end(),
      explain: () => server.explanation(),
    }),
    advice: () => {
      const words = server.lastWords;
      const said = words === "" ? "" : ` Its last words: ${words}`;
      return `The server has ended, and its sessions with it: call Client.start() again.${said}`;
    },
    leave: (hasUnanswered) => server.gone(hasUnanswered),
  };
}

/** The server of this package. Relative paths of plugins are resolved in our working directory. */
function ownServer({ plugins = [], allowPluginLoad = false }: StartOptions, framing: string): string[] {
  const binary = fileURLToPath(import.meta.resolve("../../bin/ptywright"));
  return [
    ...[process.execPath, binary, "serve", "--stdio", "--framing", framing],
    ...plugins.map((manifest) => `--plugin=${resolve(manifest)}`),
    ...(allowPluginLoad ? ["--allow-plugin-load"] : []),
  ];
}

function reason(error: unknown, cwd: string | undefined): string {
  // The system says the same of both.
  if (cwd !== undefined && !existsSync(cwd)) return `there is no directory ${cwd}; give another as cwd`;
  const why = error instanceof Error ? error.message : String(error);
  return `${why}; give the server to start as command`;
}
