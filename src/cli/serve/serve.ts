import { Config, Paths } from "../../config/index.js";
import { initForServeSocket, initForServeStdio } from "../../logging/index.js";
import { preloadPty } from "../../pty/index.js";
import { RpcServerState } from "../../rpc/index.js";
import { keepStdoutClean } from "./keep-stdout-clean.js";
import { serveOnSocket } from "./serve-on-socket.js";
import { serveOnStdio } from "./serve-on-stdio.js";
import { Shutdown } from "./shutdown.js";

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
  const state = new RpcServerState({ allowRawReads: !options.alwaysRedact, allowPluginLoad });
  const shutdown = new Shutdown(state);
  try {
    preloadPty();
    await state.preload();
    await loadPlugins(state, options.plugins);
    const served = { state, framing, inOrder };
    if (stdio) return await serveOnStdio(served, shutdown);
    return await serveOnSocket(options.socket ?? paths.socketPath, served, shutdown);
  } finally {
    await shutdown.endSessions();
    shutdown.done();
    await guard.close();
  }
}

/** Before anybody can connect: a server without a plugin that was asked for does not start. */
async function loadPlugins(state: RpcServerState, manifests: readonly string[]): Promise<void> {
  const catalog = await state.plugins();
  for (const manifest of manifests) await catalog.load(manifest);
}
