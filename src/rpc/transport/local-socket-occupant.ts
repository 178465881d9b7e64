import { lstatSync, type BigIntStats } from "node:fs";
import { createConnection } from "node:net";

/** What is at a socket's path. */
export type Occupant =
  | { readonly type: "nobody" }
  | { readonly type: "server" }
  /** Its server is gone, without having removed it. */
  | { readonly type: "stale_socket"; readonly stats: BigIntStats }
  | { readonly type: "no_socket" };

/** Looks, and connects if there is a socket: only a socket that nobody listens on refuses a connection. */
export async function occupantOf(path: string): Promise<Occupant> {
  const stats = statsAt(path);
  if (stats === undefined) return { type: "nobody" };
  if (!stats.isSocket()) return { type: "no_socket" };
  switch (await connectFailure(path)) {
    case "ECONNREFUSED":
      return { type: "stale_socket", stats };
    case "ENOENT":
      return { type: "nobody" };
    default:
      // Also when the connection failed: EAGAIN is a server with many waiting clients, EACCES somebody else's.
      return { type: "server" };
  }
}

/** Without following a link; undefined where there is nothing. */
export function statsAt(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Certain as long as one of the two cannot go away meanwhile: numbers of inodes are used again. */
export function isSameFile(one: BigIntStats | undefined, other: BigIntStats): boolean {
  return one?.ino === other.ino && one.dev === other.dev;
}

function connectFailure(path: string): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = createConnection({ path });
    socket.once("connect", () => {
      socket.destroy();
      done(undefined);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => done(error.code));
  });
}
