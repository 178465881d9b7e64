import { inUse, LocalSocketError, systemFailure } from "./local-socket-error.js";
import { boundServer, type LocalServer, type OnConnection } from "./local-socket-server.js";

/** Listens on a named pipe of Windows. It is no file: the system keeps a second server away and removes it at the end. */
export async function listenOnPipe(path: string, onConnection: OnConnection): Promise<LocalServer> {
  if (!/^\\\\[.?]\\pipe\\./i.test(path))
    throw new LocalSocketError(
      "invalid_argument",
      path,
      `cannot listen at ${path}: on Windows a socket is a named pipe; choose a path such as \\\\.\\pipe\\ptywright-2`,
    );
  const server = await boundServer(path, onConnection).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") throw inUse(path);
    throw systemFailure(path, `cannot listen at ${path}`, error);
  });
  return {
    path,
    removeSync: () => undefined,
    close: async () => {
      server.close();
    },
  };
}
