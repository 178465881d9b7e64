import { once } from "node:events";
import { unlinkSync, type BigIntStats } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { isSameFile, statsAt } from "./local-socket-occupant.js";

/** A server that clients of this user can connect to. */
export interface LocalServer {
  /** Absolute. */
  readonly path: string;
  /** Removes the socket and stops listening. Connections stay open; they are their owner's to end. */
  close(): Promise<void>;
  /** For the exit handler: removes the socket at once. */
  removeSync(): void;
}

/** Called with each client; its socket stays writable after the client's end-of-file. */
export type OnConnection = (socket: Socket) => void;

/** Listens at a path that is free. The socket is private from its first moment. */
export async function boundServer(path: string, onConnection: OnConnection): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, onConnection);
  // Node binds a path before `listen` returns. Not 0177: another thread may be making a directory just now.
  const umask = process.umask(0o077);
  try {
    // Not exclusive, a worker of a cluster would have its primary listen, later and with another umask.
    server.listen({ path, exclusive: true });
  } finally {
    process.umask(umask);
  }
  if (!server.listening) throw ((await once(server, "error")) as [Error])[0];
  // A connection that cannot be accepted is lost to its client, not to all others.
  server.on("error", () => undefined);
  return server;
}

/** A server whose socket is a file. */
export class FileServer implements LocalServer {
  readonly path: string;
  readonly #server: Server;
  /** Undefined once it was removed. */
  #file: BigIntStats | undefined;

  /** The server already listens, and its socket is at the path. */
  constructor(path: string, server: Server) {
    this.path = path;
    this.#server = server;
    this.#file = statsAt(path);
  }

  async close(): Promise<void> {
    // While it listens nobody takes the socket for stale, so what is removed here is still ours.
    this.removeSync();
    this.#server.close();
  }

  removeSync(): void {
    const file = this.#file;
    this.#file = undefined;
    try {
      if (file !== undefined && isSameFile(statsAt(this.path), file)) unlinkSync(this.path);
    } catch {
      // The next server finds it stale and replaces it.
    }
  }
}
