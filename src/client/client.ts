import { resolve } from "node:path";
import type { MessageChannel } from "../jsonrpc/index.js";
import type { MethodName, Params, Result } from "../protocol/index.js";
import { snakeCased } from "../wire/index.js";
import type { RemoteAdapterState, RemoteManifest, RemotePluginDescription } from "./adapter-answers.js";
import { remoteDescription, remoteManifest, remoteState } from "./adapter-answers.js";
import { cancellableWait } from "./cancellable-wait.js";
import type {
  AdapterStartOptions,
  ConnectOptions,
  NotificationOptions,
  RequestOptions,
  SpawnOptions,
  StartOptions,
} from "./client-options.js";
import { connectSocket } from "./connect-socket.js";
import { Connection } from "./connection.js";
import { checkAdapterOptions, checkSpawnOptions } from "./check-options.js";
import type { AdapterNames, LiveAdapter } from "./remote-adapter.js";
import { RemoteAdapter } from "./remote-adapter.js";
import { RemoteSession } from "./remote-session.js";
import type { Requests } from "./requests.js";
import type { ServerLink } from "./server-link.js";
import { startServer } from "./start-server.js";
import type { RemoteNotification } from "./remote-notification.js";

/** A connection to a ptywright server. */
export class Client implements Requests, AsyncDisposable {
  readonly #connection: Connection;

  private constructor(link: ServerLink) {
    this.#connection = new Connection(link);
  }

  /** Connects to a server on a local socket, the per-user one unless another is given. */
  static async connect(options: ConnectOptions = {}): Promise<Client> {
    return new Client(await connectSocket(options));
  }

  /** Starts a server of its own, which ends with this client and takes its sessions along. */
  static async start(options: StartOptions = {}): Promise<Client> {
    return new Client(await startServer(options));
  }

  /** Speaks over a channel that somebody else has made, such as `connectInMemory` of "ptywright/rpc". */
  static over(channel: MessageChannel): Client {
    const advice = "Open a new channel and go on with client.session(id).";
    return new Client({ channel, advice: () => advice, leave: async () => undefined });
  }

  /**
   * Asks for one method, in the words of the protocol. Rejects with a RemoteError if the server answers with an error, a
   * ConnectionLostError if it does not answer, and a WaitCancelledError if the signal fires.
   */
  async request<M extends MethodName>(method: M, params: Params<M>, options: RequestOptions = {}): Promise<Result<M>> {
    return await this.#connection.request(method, params, options);
  }

  /** Waits as `session.wait` does. When the signal fires, the wait is cancelled in the server as well. */
  async wait(params: Params<"session.wait">, { signal }: RequestOptions = {}): Promise<Result<"session.wait">> {
    return cancellableWait(this, {
      method: "session.wait",
      name: params.wait_id,
      params: (name) => (name === undefined ? params : { ...params, wait_id: name }),
      signal,
    });
  }

  /** Starts a program on a terminal in the server. */
  async spawn(options: SpawnOptions): Promise<RemoteSession> {
    checkSpawnOptions(options);
    const { env, ...rest } = options;
    const { session } = await this.request("session.create", {
      ...snakeCased(rest),
      ...(env === undefined ? {} : { env }),
    });
    return this.session(session);
  }

  /** A session that exists already, by its id. */
  session(id: string): RemoteSession {
    return new RemoteSession(this, id);
  }

  /** Starts a program together with the plugin that knows it. */
  async startAdapter(plugin: string, options: AdapterStartOptions = {}): Promise<RemoteAdapter> {
    checkAdapterOptions(options);
    const { env, ...rest } = options;
    const params = { plugin, ...snakeCased(rest), ...(env === undefined ? {} : { env }) };
    const { adapter, session, state, ...started } = await this.request("adapter.start", params);
    return this.#adapter({ adapter, session, plugin: started.plugin }, remoteState(state));
  }

  /** The adapters that run in the server, whoever started them. */
  async adapters(): Promise<readonly LiveAdapter[]> {
    const { adapters } = await this.request("adapter.live", {});
    return adapters.map(({ sequence, finished, ...names }) => ({ adapter: this.#adapter(names), sequence, finished }));
  }

  /** The plugins that can be started, by name. */
  async plugins(): Promise<readonly RemoteManifest[]> {
    const { plugins } = await this.request("adapter.list", {});
    return plugins.map(remoteManifest);
  }

  /** What a plugin understands. */
  async describePlugin(plugin: string): Promise<RemotePluginDescription> {
    return remoteDescription(await this.request("plugin.describe", { plugin }));
  }

  /** Has a server that allows it load a plugin; returns its name. A relative path begins where this process is. */
  async loadPlugin(manifestPath: string): Promise<string> {
    const { plugin } = await this.request("plugin.load", { manifest_path: resolve(manifestPath) });
    return plugin;
  }

  /** Has the server forget a plugin that was loaded. */
  async unloadPlugin(plugin: string): Promise<void> {
    await this.request("plugin.unload", { plugin });
  }

  /**
   * What the server pushes, from now on. Several of one kind about one session may come as one if they are not taken in time;
   * no output is lost while it fits into the server's transcript. Ends when the connection does.
   */
  notifications(options: NotificationOptions = {}): AsyncIterableIterator<RemoteNotification> {
    return this.#connection.open(options);
  }

  /**
   * Ends the connection, and resolves when nothing is left of it. Sessions in a server on a socket go on; a server that this
   * client started is gone by then, and its sessions with it.
   */
  async close(): Promise<void> {
    await this.#connection.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #adapter(names: AdapterNames, state?: RemoteAdapterState): RemoteAdapter {
    return new RemoteAdapter(this.#connection, names, state);
  }
}
