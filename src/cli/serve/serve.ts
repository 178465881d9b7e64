import { NAME, VERSION, escapeControls } from "../../base/index.js";
import type { ServeLocalOptions } from "../../rpc/index.js";
import { serveLocal, RpcServerState } from "../../rpc/index.js";
import { Console } from "node:console";
import { setTimeout as delay } from "node:timers/promises";
import { Config, Paths } from "../../home/config/index.js";
import { initForServeSocket, initForServeStdio, logger } from "../../home/logging/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { serveOnStdio } from "./serve-on-stdio.js";
import { Shutdown } from "./shutdown.js";

/** A client on stdio has often sent a request already; it is answered before the rest is loaded. */
const ANSWERS_FIRST_MS = 50;

export interface ServeOptions {
  readonly stdio: boolean;
  /** Default: the socket of the user. */
  readonly socket: string | undefined;
  readonly framing: "ndjson" | "lsp";
  readonly inOrder: boolean;
  /** `redact: false` is refused. */
  readonly alwaysRedact: boolean;
  /** Manifests of plugins to load at the start. */
  readonly plugins: readonly string[];
  /** Clients may load and unload plugins. */
  readonly allowPluginLoad: boolean;
  /** Ends when it was so long without sessions and clients; never if left out. */
  readonly idleTimeoutS?: number | undefined;
  /** Told where it listens, instead of stderr. */
  readonly onListening?: (path: string) => void;
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
  const idleTimeoutMs = options.idleTimeoutS && options.idleTimeoutS * 1_000;
  const state = new RpcServerState({ allowRawReads: !options.alwaysRedact, allowPluginLoad, idleTimeoutMs });
  const shutdown = new Shutdown(state);
  try {
    const served = { state, framing, inOrder };
    if (!stdio) await prepare(state, paths);
    await loadPlugins(state, options.plugins);
    if (!stdio) return await serveOnSocket(options, options.socket ?? paths.socketPath, served, shutdown);
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
 * Ends programs that a crashed server left running, and loads what requests need while there are file descriptors for it: Node caches a
 * failed import.
 */
async function prepare(state: RpcServerState, paths: Paths): Promise<void> {
  const { sweepOrphans, preloadPty } = await import("../../core/pty/index.js");
  sweepOrphans(paths.ensureLedgerDir(), (message, fields) => logger("serve").warn(message, fields));
  preloadPty();
  await state.preload();
}

/** Called before clients can connect: the server does not start if a plugin cannot be loaded. */
async function loadPlugins(state: RpcServerState, manifests: readonly string[]): Promise<void> {
  // Importing the plugin runtime takes long; without plugins it is not needed yet.
  if (manifests.length === 0) return;
  const catalog = await state.plugins();
  for (const manifest of manifests) await catalog.load(manifest);
}

/** Stdout carries the protocol and nothing else: what any package prints with `console` goes to stderr. */
function keepStdoutClean(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}

/** Serves any number of clients on a local socket until a signal comes, or nobody for its idle time-out. */
async function serveOnSocket(
  { onListening = announce }: ServeOptions,
  path: string,
  options: ServeLocalOptions & { readonly state: RpcServerState },
  shutdown: Shutdown,
): Promise<number> {
  const server = await serveLocal(path, options);
  const removeSocket = (): void => server.removeSync();
  shutdown.onImmediateExit(removeSocket);
  process.once("exit", removeSocket);
  onListening(server.path);
  const idle = options.state.onIdle().then(() => {
    logger("serve").info("stopping: neither sessions nor clients");
    return EXIT_OK;
  });
  const code = await Promise.race([shutdown.requested, idle]);
  await server.close();
  return code;
}

function announce(path: string): void {
  process.stderr.write(`${NAME}: listening on ${escapeControls(path)}\n`);
}
