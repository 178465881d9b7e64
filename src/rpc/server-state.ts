import type { PluginCatalog } from "../plugins/adapter/index.js";
import { findTomlParser } from "../home/config/index.js";
import { AdapterRegistry } from "./registry/adapter-registry.js";
import { MethodTable } from "./methods/method-table.js";
import { SessionRegistry } from "./registry/session-registry.js";
import { WaitRegistry } from "./registry/wait-registry.js";

export interface RpcServerOptions {
  /** False refuses `redact: false` with -32004. Default true. */
  readonly allowRawReads?: boolean | undefined;
  /** Lets clients load and unload plugins. Default false. */
  readonly allowPluginLoad?: boolean | undefined;
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
  #plugins: Promise<PluginCatalog> | undefined;
  #catalog: PluginCatalog | undefined;

  constructor(options: RpcServerOptions = {}) {
    this.allowsRawReads = options.allowRawReads ?? true;
    this.allowsPluginLoad = options.allowPluginLoad ?? false;
  }

  /** The plugins that can be started. What runs them is loaded when somebody first asks. */
  readonly plugins = (): Promise<PluginCatalog> =>
    (this.#plugins ??= import("../plugins/adapter/index.js").then(
      ({ PluginCatalog }) => (this.#catalog = new PluginCatalog()),
    ));

  /** False also while they are not loaded. */
  hasPlugin(name: string): boolean {
    return this.#catalog?.has(name) ?? false;
  }

  /**
   * Loads now what is otherwise loaded when a request first needs it. Node keeps a failed import for good: a server that was
   * short of descriptors then would never work again.
   */
  async preload(): Promise<void> {
    await Promise.all([this.plugins(), this.methods.load()]);
    const { findRegexEngine } = await import("../text/regex/index.js");
    findRegexEngine();
    findTomlParser();
  }

  /** Ends every session and every plugin. */
  async close(): Promise<void> {
    // What arrives while the adapters are being ended must be ended too.
    this.sessions.stop();
    await this.adapters.close();
    await this.sessions.close();
    // What could not be loaded has nothing to end.
    await (await this.#plugins?.catch(() => undefined))?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
