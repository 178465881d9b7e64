import { NAME } from "../../base/index.js";
import type { ServeLocalOptions } from "../../rpc/index.js";
import { serveLocal } from "../../rpc/index.js";
import type { Shutdown } from "./shutdown.js";

/** Serves any number of clients on a local socket until a signal comes. */
export async function serveOnSocket(path: string, options: ServeLocalOptions, shutdown: Shutdown): Promise<number> {
  const server = await serveLocal(path, options);
  const removeSocket = (): void => server.removeSync();
  shutdown.onImmediateExit(removeSocket);
  process.once("exit", removeSocket);
  process.stderr.write(`${NAME}: listening on ${server.path}\n`);
  const code = await shutdown.requested;
  await server.close();
  return code;
}
