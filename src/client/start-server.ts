import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { MessageChannel } from "../framing/index.js";
import type { StartOptions } from "./client-options.js";
import { ConnectError } from "./errors.js";
import { streamChannel } from "./stream-channel.js";

/** Of the server's last words, for the error that tells of its end. */
const MAX_STDERR_CHARS = 2_000;

/** Starts a server of our own and speaks to it over its stdin and stdout. It ends, with its sessions, when we close. */
export async function startServer(
  options: StartOptions,
): Promise<{ channel: MessageChannel; lastWords: () => string }> {
  const { framing = "ndjson", cwd, env = process.env } = options;
  const own = [process.execPath, fileURLToPath(import.meta.resolve("../../bin/ptywright")), "serve", "--stdio"];
  const [file, ...args] = options.command ?? [...own, "--framing", framing];
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "pipe"], env, ...(cwd === undefined ? {} : { cwd }) });
  try {
    await once(child, "spawn");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConnectError(file, `cannot start ${file}: ${why}; give the server to start as command`, { cause: error });
  }
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr = (stderr + text).slice(-MAX_STDERR_CHARS)));
  const channel = streamChannel(framing, child.stdout, child.stdin, () => child.stdin.end());
  return { channel, lastWords: () => stderr.trim() };
}
