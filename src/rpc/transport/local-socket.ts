import { chmodSync, linkSync, renameSync, unlinkSync } from "node:fs";
import { inUse, LocalSocketError, systemFailure } from "./local-socket-error.js";
import { lockPlace } from "./local-socket-lock.js";
import { isSameFile, occupantOf, statsAt, type Occupant } from "./local-socket-occupant.js";
import { listenOnPipe } from "./local-socket-pipe.js";
import { nameBeside, preparePlace } from "./local-socket-place.js";
import { boundServer, FileServer, type LocalServer, type OnConnection } from "./local-socket-server.js";

/** Each round that fails means that another process changed what is at the path. */
const MAX_ROUNDS = 10;

/** Listens where only this user can connect. Rejects with a typed error that names the path and says what to do. */
export async function listenLocal(path: string, onConnection: OnConnection): Promise<LocalServer> {
  if (process.platform === "win32") return listenOnPipe(path, onConnection);
  const place = preparePlace(path);
  let release: (() => void) | undefined;
  try {
    release = lockPlace(place);
    return await takePlace(place, release !== undefined, onConnection);
  } catch (error) {
    throw error instanceof LocalSocketError ? error : systemFailure(place, `cannot listen at ${place}`, error);
  } finally {
    release?.();
  }
}

async function takePlace(place: string, isLocked: boolean, onConnection: OnConnection): Promise<LocalServer> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    makeRoom(place, await occupantOf(place), isLocked);
    const server = await placedServer(place, isLocked, onConnection);
    if (server !== undefined) return server;
  }
  throw new LocalSocketError(
    "socket_failed",
    place,
    `cannot listen at ${place}: other processes keep changing what is there; choose another path`,
  );
}

function makeRoom(place: string, occupant: Occupant, isLocked: boolean): void {
  switch (occupant.type) {
    case "nobody":
      return;
    case "server":
      throw inUse(place);
    case "no_socket":
      throw new LocalSocketError(
        "socket_unsafe",
        place,
        `refusing to replace non-socket path: ${place}; remove it yourself, or choose another path`,
      );
    case "stale_socket": {
      if (!isLocked) throw beingStarted(place);
      const now = statsAt(place);
      if (isSameFile(now, occupant.stats) && now?.ctimeNs === occupant.stats.ctimeNs) unlinkSync(place);
    }
  }
}

/**
 * Listens under a name of its own first, and gives the socket its place when it is ready: nobody ever finds a socket there
 * that does not listen yet. It also keeps libuv, which removes the name it was told when a server closes, away from what
 * is at the path by then. Undefined if another was faster.
 */
async function placedServer(
  place: string,
  isLocked: boolean,
  onConnection: OnConnection,
): Promise<LocalServer | undefined> {
  const name = nameBeside(place);
  const server = await boundServer(name, onConnection);
  try {
    chmodSync(name, 0o600);
    if (moved(name, place, isLocked)) return new FileServer(place, server);
  } catch (error) {
    server.close();
    throw error;
  }
  server.close();
  return undefined;
}

/** Not by renaming, if possible: that would replace what came there since we looked. False if something did. */
function moved(name: string, place: string, isLocked: boolean): boolean {
  try {
    linkSync(name, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    // A file system without hard links, or without hard links of sockets.
    if (!isLocked) throw beingStarted(place);
    if (statsAt(place) !== undefined) return false;
    renameSync(name, place);
    return true;
  }
  unlinkSync(name);
  return true;
}

function beingStarted(place: string): LocalSocketError {
  return new LocalSocketError(
    "socket_in_use",
    place,
    `another server is starting at ${place}; connect to that one, or choose another path; if none is starting, remove ${place}`,
  );
}
