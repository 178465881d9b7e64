import type { PluginCatalog } from "../plugins/adapter/index.js";
import { findTomlParser } from "../home/config/index.js";
import { AdapterRegistry } from "./registry/adapter-registry.js";
import { IdleTimer } from "./idle-timer.js";
import { MethodTable } from "./methods/method-table.js";
import { SessionRegistry } from "./registry/session-registry.js";
import { WaitRegistry } from "./registry/wait-registry.js";

export interface RpcServerOptions {
  /** False refuses `redact: false` with -32004, and lets matchers see only what a client may read. Default true. */
  readonly allowRawReads?: boolean | undefined;
  /** Lets clients load and unload plugins. Default false. */
  readonly allowPluginLoad?: boolean | undefined;
  /** It is to be ended when it was so long without sessions and clients; `onIdle` tells when. */
  readonly idleTimeoutMs?: number | undefined;
}

/** What the connections of one server share: sessions, adapters, plugins, waits, methods. */
export class RpcServerState implements AsyncDisposable {
  readonly sessions = new SessionRegistry();
  readonly adapters = new AdapterRegistry(this.sessions);
  readonly waits = new WaitRegistry();
  readonly adapterWaits = new WaitRegistry();
  readonly methods = new MethodTable();
  readonly allowsRawReads: boolean;
  readonly allowsPluginLoad: boolean;
  readonly idleTimeoutMs: number | undefined;
  /** By the clock of performance.now. */
  readonly startedAt = performance.now();
  readonly #idle = new IdleTimer(() => this.#clientCount === 0 && this.sessions.isEmpty);
  #clientCount = 0;
  #clientsSeen = 0;
  #plugins: Promise<PluginCatalog> | undefined;
  #catalog: PluginCatalog | undefined;

  constructor(options: RpcServerOptions = {}) {
    this.allowsRawReads = options.allowRawReads ?? true;
    this.allowsPluginLoad = options.allowPluginLoad ?? false;
    this.idleTimeoutMs = options.idleTimeoutMs;
    if (this.idleTimeoutMs !== undefined) this.sessions.watch(() => this.#idle.look());
  }

  get clientCount(): number {
    return this.#clientCount;
  }

  /** A client has connected; `leave` is to be called when it is gone. */
  clientCame(): { readonly number: number; readonly leave: () => void } {
    this.#clientCount++;
    this.#idle.look();
    const leave = (): void => {
      this.#clientCount--;
      this.#idle.look();
    };
    return { number: ++this.#clientsSeen, leave };
  }

  /** Resolves when nobody has needed this server for its idle time-out, if it has one. */
  async onIdle(): Promise<void> {
    if (this.idleTimeoutMs === undefined) return new Promise(() => undefined);
    return this.#idle.over(this.idleTimeoutMs);
  }

  /** The plugins that can be started. Their runtime is imported at the first call. */
  readonly plugins = (): Promise<PluginCatalog> =>
    (this.#plugins ??= import("../plugins/adapter/index.js").then(
      ({ PluginCatalog }) => (this.#catalog = new PluginCatalog()),
    ));

  /** False also while the catalog is not loaded. */
  hasPlugin(name: string): boolean {
    return this.#catalog?.has(name) ?? false;
  }

  /**
   * Loads now what is otherwise loaded when a request first needs it. Node caches a failed import: a server that was out of file
   * descriptors at that moment would never work again.
   */
  async preload(): Promise<void> {
    await Promise.all([this.plugins(), this.methods.load()]);
    const { findRegexEngine } = await import("../text/regex/index.js");
    findRegexEngine();
    findTomlParser();
  }

  /** Ends every session and every plugin. */
  async close(): Promise<void> {
    // No session may be started while the adapters are being closed.
    this.#idle.stop();
    this.sessions.stop();
    await this.adapters.close();
    await this.sessions.close();
    // If the catalog could not be loaded, there is nothing to close.
    await (await this.#plugins?.catch(() => undefined))?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
