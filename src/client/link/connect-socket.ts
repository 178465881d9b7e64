import { once } from "node:events";
import { statSync, type BigIntStats } from "node:fs";
import type { ConnectOpts, SocketConstructorOpts } from "node:net";
import { Socket } from "node:net";
import { InvalidArgumentError, WaitCancelledError, onAbort, wayToFile } from "../../base/index.js";
import { Paths } from "../../home/config/index.js";
import type { ConnectOptions } from "./connect-options.js";
import { ConnectError } from "./connect-error.js";
import type { ServerLink } from "./server-link.js";
import { streamChannel } from "./stream-channel.js";

/** How long closing waits for a server that does not read what was written. */
const FLUSH_MS = 1_000;

/** One buffer for all reads, since decoders keep nothing of it: a new one costs more than the read. */
const READ_BYTES = 65_536;

/** Connects to a server's socket. Rejects with a ConnectError that says how to start a server. */
export async function connectSocket({ socket: given, framing, signal }: ConnectOptions): Promise<ServerLink> {
  if (given === "") throw new InvalidArgumentError("socket", "socket is empty; give the path of the server's socket");
  // On Linux a path that begins with one is a name that any user can take.
  if (given?.includes("\0") === true) throw new InvalidArgumentError("socket", "socket has a NUL, which no path has");
  const path = given ?? Paths.fromEnv().socketPath;
  const socket = await connected(path, given === undefined, signal);
  const again = given === undefined ? "" : `{ socket: ${JSON.stringify(given)} }`;
  const advice = `If the server still runs, so do its sessions: connect again with Client.connect(${again}) and go on with client.session(id). If it has ended, start it again; its sessions have ended with it.`;
  return {
    channel: streamChannel(framing ?? "ndjson", socket, socket, { close: () => socket.destroySoon() }),
    advice: () => advice,
    leave: () => closed(socket),
  };
}

async function connected(path: string, isDefault: boolean, signal: AbortSignal | undefined): Promise<Socket> {
  const givenUp = (): Error =>
    new WaitCancelledError(`connecting to ${path} was given up: its signal was aborted`, { cause: signal?.reason });
  if (signal?.aborted === true) throw givenUp();
  const options: SocketConstructorOpts & Pick<ConnectOpts, "onread"> = {
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (length, bytes) => socket.emit("data", bytes.subarray(0, length)),
    },
  };
  const socket = new Socket(options);
  socket.on("error", () => undefined);
  // Not with the option of the same name: that one would still cut the connection long after it was made.
  const stopListening = onAbort(signal, () => socket.destroy(givenUp()));
  try {
    const before = trustedFile(path);
    socket.connect({ path });
    await once(socket, "connect");
    // In a sticky directory the server's socket may have gone meanwhile, and another user's have come.
    const after = trustedFile(path);
    if (process.platform !== "win32" && (before?.ino !== after?.ino || before?.dev !== after?.dev))
      throw unsafe(path, "another socket came to its place meanwhile", "connect again");
    return socket;
  } catch (error) {
    socket.destroy();
    throw error instanceof WaitCancelledError || error instanceof ConnectError
      ? error
      : failure(path, isDefault, error as NodeJS.ErrnoException);
  } finally {
    stopListening();
  }
}

/**
 * The file at the path, if it is root's or ours and nobody else can have put it there: then whoever bound it is root or ours too. Node
 * cannot ask the kernel who is at the other end.
 */
function trustedFile(path: string): BigIntStats | undefined {
  const { doubt, file } = wayToFile(path);
  if (doubt !== undefined) throw unsafe(path, doubt.problem, doubt.advice);
  return file;
}

function unsafe(path: string, problem: string, advice: string): ConnectError {
  return new ConnectError(path, `refusing to speak to ${path}: ${problem}; nothing was sent; ${advice}`, {
    code: "socket_unsafe",
  });
}

async function closed(socket: Socket): Promise<void> {
  if (socket.closed) return;
  const limit = setTimeout(() => socket.destroy(), FLUSH_MS);
  await new Promise((resolve) => socket.once("close", resolve));
  clearTimeout(limit);
}

function failure(path: string, isDefault: boolean, error: NodeJS.ErrnoException): Error {
  const start = isDefault ? "ptywright serve" : `ptywright serve --socket ${path}`;
  return new ConnectError(path, `cannot connect to ${path}: ${reason(path, error, start)}`, { cause: error });
}

function reason(path: string, { code, message }: NodeJS.ErrnoException, start: string): string {
  switch (code) {
    case "ENOENT":
      return `no server listens there; start one with: ${start}`;
    case "ENOTDIR":
      return "what should be a folder on the way to it is a file; check the path, or PTYWRIGHT_HOME";
    case "EACCES":
    case "EPERM":
      return "it belongs to another user; connect as the user who started the server, or start one of your own";
    // Linux reports ECONNREFUSED also for a plain file.
    case "ECONNREFUSED":
    case "ENOTSOCK":
      return isSocket(path)
        ? `its server is gone; start it again with: ${start}`
        : "that is no socket; give the path that the server printed when it started";
    default:
      return message;
  }
}

function isSocket(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isSocket() ?? true;
}
