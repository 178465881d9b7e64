import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { MAX_CONNECTIONS, PARTIAL_FRAME_MS } from "../../base/index.js";
import { logger } from "../../home/logging/index.js";
import type { FramingName } from "../../jsonrpc/index.js";
import { encodeFrame, errorText } from "../../jsonrpc/index.js";
import { RpcError } from "../../disclosure/index.js";
import type { ServeOptions } from "./serve-streams.js";
import { serveClient } from "./serve-streams.js";
import { RpcServerState } from "../server-state.js";
import { isPeerGone, listenLocal } from "./index.js";

const log = logger("rpc");

export interface ServeLocalOptions extends ServeOptions {
  readonly framing?: FramingName | undefined;
}

/** A server on a local socket. */
export interface LocalRpcServer {
  readonly path: string;
  /** Removes the socket and disconnects every client; sessions belong to the state and stay. */
  close(): Promise<void>;
  /** For an exit handler: removes the socket at once. */
  removeSync(): void;
}

/** Serves any number of clients of this user, up to 256 at a time, on a Unix socket (Windows: a named pipe). */
export async function serveLocal(path: string, options: ServeLocalOptions = {}): Promise<LocalRpcServer> {
  const { framing = "ndjson", inOrder, state = new RpcServerState() } = options;
  const clients = new Set<Socket>();
  const server = await listenLocal(path, (socket) => {
    if (clients.size >= MAX_CONNECTIONS) return refuse(socket, framing);
    clients.add(socket);
    socket.on("close", () => clients.delete(socket));
    const serving = { state, inOrder, isClientGone: () => isPeerGone(socket) };
    void serveClient(framing, { input: socket, output: socket }, serving, SOCKET);
  });
  return {
    path: server.path,
    close: async () => {
      await server.close();
      // What was answered in this turn is handed to the sockets at its end.
      await new Promise(setImmediate);
      for (const socket of clients) socket.destroySoon();
      const leaving = [...clients].map((socket) => once(socket, "close"));
      // One that does not read would keep its socket, and us, for ever.
      await Promise.race([Promise.all(leaving), delay(LAST_WORDS_MS)]);
      for (const socket of clients) socket.destroy();
    },
    removeSync: () => server.removeSync(),
  };
}

/** How long the last answers of a server that stops may take. */
const LAST_WORDS_MS = 500;

const SOCKET = { isPatient: false, endsOutput: true, partialFrameMs: PARTIAL_FRAME_MS };

function refuse(socket: Socket, framing: FramingName): void {
  log.warn("a client was refused: too many are connected", { limit: MAX_CONNECTIONS });
  const message = `${MAX_CONNECTIONS} clients are connected already; disconnect one of them and try again`;
  socket.on("error", () => undefined);
  socket.resume();
  socket.end(encodeFrame(framing, errorText("null", new RpcError("invalid_request", message))), () => socket.destroy());
}
