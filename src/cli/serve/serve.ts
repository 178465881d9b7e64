import { setTimeout as delay } from "node:timers/promises";
import { VERSION } from "../../base/index.js";
import { Config, Paths } from "../../home/config/index.js";
import { initForServeSocket, initForServeStdio, logger } from "../../home/logging/index.js";
import { RpcServerState } from "../../rpc/index.js";
import { keepStdoutClean } from "./keep-stdout-clean.js";
import { serveOnSocket } from "./serve-on-socket.js";
import { serveOnStdio } from "./serve-on-stdio.js";
import { Shutdown } from "./shutdown.js";

/** A client on stdio has often asked by the time that we run, and should not wait for what others need. */
const ANSWERS_FIRST_MS = 50;

export interface ServeOptions {
  readonly stdio: boolean;
  /** The per-user socket unless given. */
  readonly socket: string | undefined;
  readonly framing: "ndjson" | "lsp";
  readonly inOrder: boolean;
  /** `redact: false` is refused. */
  readonly alwaysRedact: boolean;
  /** Manifests of plugins to begin with. */
  readonly plugins: readonly string[];
  /** Clients may load and unload plugins. */
  readonly allowPluginLoad: boolean;
}

/** Serves until its only client is gone or a signal ends it, and returns the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  const { stdio, framing, inOrder, allowPluginLoad } = options;
  const paths = Paths.fromEnv();
  const { logging } = Config.load(paths.configPath);
  if (stdio) keepStdoutClean();
  const guard = stdio ? initForServeStdio(paths, logging) : initForServeSocket(paths, logging);
  const log = logger("serve");
  log.info("started", { version: VERSION, where: stdio ? "stdio" : (options.socket ?? paths.socketPath), framing });
  const state = new RpcServerState({ allowRawReads: !options.alwaysRedact, allowPluginLoad });
  const shutdown = new Shutdown(state);
  try {
    const served = { state, framing, inOrder };
    if (!stdio) await prepare(state, paths);
    await loadPlugins(state, options.plugins);
    if (!stdio) return await serveOnSocket(options.socket ?? paths.socketPath, served, shutdown);
    const prepared = delay(ANSWERS_FIRST_MS, undefined, { ref: false }).then(() => prepare(state, paths));
    const code = serveOnStdio(served, shutdown);
    return await Promise.race([code, prepared.then(() => code)]);
  } finally {
    await shutdown.endSessions();
    shutdown.done();
    log.info("stopped");
    await guard.close();
  }
}

/**
 * What a crash left behind is ended, and all that requests need is loaded, while there are descriptors for it: what cannot be loaded once
 * cannot be loaded any more.
 */
async function prepare(state: RpcServerState, paths: Paths): Promise<void> {
  const { sweepOrphans, preloadPty } = await import("../../core/pty/index.js");
  sweepOrphans(paths.ensureLedgerDir(), (message, fields) => logger("serve").warn(message, fields));
  preloadPty();
  await state.preload();
}

/** Before anybody can connect: a server without a plugin that was asked for does not start. */
async function loadPlugins(state: RpcServerState, manifests: readonly string[]): Promise<void> {
  // What runs plugins takes its time to load, so that it is not even asked for without one.
  if (manifests.length === 0) return;
  const catalog = await state.plugins();
  for (const manifest of manifests) await catalog.load(manifest);
}
