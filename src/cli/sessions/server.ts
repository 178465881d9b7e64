import { setTimeout as delay } from "node:timers/promises";
import { NAME, PtywrightError } from "../../base/index.js";
import { Paths } from "../../home/config/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { printColumns } from "../print-columns.js";
import { age } from "./list.js";
import type { VerbOptions } from "./verb.js";
import { printResult, withServer } from "./verb.js";

/** A server ends its sessions within 4 s. */
const STOP_LIMIT_MS = 10_000;
/** The system tells nobody of the end of a process that is not their child. */
const LOOK_AGAIN_MS = 20;

/** `server status`: how the server is. */
export async function serverStatus(options: VerbOptions): Promise<number> {
  return withServer(options, async (client) => {
    const status = await client.status();
    if (options.json) printResult("server.status", status);
    else
      printColumns([
        ["socket", options.socket ?? Paths.fromEnv().socketPath],
        ["version", status.version],
        ["pid", String(status.pid)],
        ["runs for", age(status.uptimeMs)],
        ["sessions", String(status.sessions)],
        ["clients", String(status.clients)],
        ["ends", endOf(status.idleTimeoutMs)],
      ]);
    return EXIT_OK;
  });
}

const endOf = (idleTimeoutMs: number | undefined): string =>
  idleTimeoutMs === undefined
    ? `when it is stopped: ${NAME} server stop`
    : `after ${age(idleTimeoutMs)} without sessions and clients`;

/** `server stop`: ends the server and all its sessions. */
export async function serverStop(options: VerbOptions): Promise<number> {
  return withServer({ ...options, isAnyVersion: true }, async (client) => {
    const status = await client.status();
    process.kill(status.pid, "SIGTERM");
    await client.close();
    const deadline = performance.now() + STOP_LIMIT_MS;
    while (isAlive(status.pid)) {
      if (performance.now() > deadline)
        throw new PtywrightError(
          "still_running",
          `the server (pid ${status.pid}) has not ended; end it with: kill -9 ${status.pid}`,
        );
      await delay(LOOK_AGAIN_MS);
    }
    if (options.json) printResult("server.status", status);
    return EXIT_OK;
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
