import { createConnection } from "node:net";
import { Paths } from "../config/index.js";
import type { MessageChannel } from "../framing/index.js";
import type { ConnectOptions } from "./client-options.js";
import { ConnectError } from "./errors.js";
import { streamChannel } from "./stream-channel.js";

/** Connects to a server's socket. Rejects with a ConnectError that says how to start one. */
export async function connectSocket({ socket: given, framing, signal }: ConnectOptions): Promise<MessageChannel> {
  const path = given ?? Paths.fromEnv().socketPath;
  const socket = createConnection({ path, ...(signal === undefined ? {} : { signal }) });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", (error) => reject(failure(path, given === undefined, error)));
  });
  socket.removeAllListeners("error");
  return streamChannel(framing ?? "ndjson", socket, socket, () => socket.destroySoon());
}

function failure(path: string, isDefault: boolean, error: NodeJS.ErrnoException): Error {
  if (error.name === "AbortError") return error;
  const start = isDefault ? "ptywright serve" : `ptywright serve --socket ${path}`;
  return new ConnectError(path, `cannot connect to ${path}: ${reason(error, start)}`, { cause: error });
}

function reason({ code, message }: NodeJS.ErrnoException, start: string): string {
  switch (code) {
    case "ENOENT":
      return `no server has listened there yet; start one with: ${start}`;
    case "ECONNREFUSED":
      return `its server is gone; start it again with: ${start}`;
    case "EACCES":
    case "EPERM":
      return "it belongs to another user; connect as the user who started the server, or start one of your own";
    case "ENOTSOCK":
      return "that is no socket; give the path that the server printed when it started";
    default:
      return message;
  }
}
