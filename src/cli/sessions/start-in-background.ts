import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { NAME, escapeControls } from "../../base/index.js";
import { ConnectError } from "../../client/index.js";
import { Config, Paths } from "../../home/config/index.js";
import type { StartReport } from "../serve/index.js";

/** A server loads in well under a second. */
const START_LIMIT_MS = 15_000;

/** Starts a server that goes on when we end; resolves when it listens. */
export async function startInBackground(path: string): Promise<"listens" | "another_starts"> {
  const paths = Paths.fromEnv();
  const { idleTimeoutS } = Config.load(paths.configPath).server;
  paths.ensureHome();
  const binary = fileURLToPath(import.meta.resolve("../../../bin/ptywright"));
  const child = spawn(process.execPath, [binary, "__serve", path, String(idleTimeoutS)], {
    // It must keep no directory in use.
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  child.unref();
  const ended = once(child, "exit");
  ended.catch(() => undefined);
  const limit = setTimeout(() => child.kill("SIGTERM"), START_LIMIT_MS);
  const said = await text(child.stdio[3] as Readable).finally(() => clearTimeout(limit));
  const report = said === "" ? {} : (JSON.parse(said) as StartReport);
  if (report.listening !== undefined) return "listens";
  if (report.code === "socket_in_use") return "another_starts";
  const why = report.message ?? "it ended without a word";
  throw new ConnectError(path, `no server could be started at ${escapeControls(path)}: ${why}; see: ${NAME} logs`);
}
