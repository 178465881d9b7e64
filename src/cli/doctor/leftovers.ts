import { connect } from "node:net";
import { orphanedLedgers } from "../../core/pty/index.js";
import type { Paths } from "../../home/config/index.js";
import type { Finding } from "./finding.js";

/** What servers and sessions left that were killed with SIGKILL. All of it is harmless: whoever starts next clears it away. */
export async function leftovers(paths: Paths): Promise<Finding> {
  const ledgers = orphanedLedgers(paths.ledgerDir).length;
  const isStale = await isRefused(paths.socketPath);
  const found = [
    ...(ledgers > 0 ? [`${ledgers} of processes that were killed, whose programs may still run`] : []),
    ...(isStale ? ["the socket of a server that was killed"] : []),
  ];
  return {
    name: "leftovers",
    ok: ledgers === 0,
    detail: found.length === 0 ? "none" : found.join("; "),
    advice: found.length === 0 ? undefined : "start a session or `ptywright serve` once: that clears them away",
  };
}

/** Only a socket that nobody listens on refuses a connection. */
function isRefused(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "ECONNREFUSED"));
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
  });
}
