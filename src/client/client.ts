import { resolve } from "node:path";
import { WaitCancelledError, onAbort } from "../base/index.js";
import type { MessageChannel } from "../framing/index.js";
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
import { checkAdapterOptions, checkSpawnOptions } from "./check-options.js";
import { ConnectionLostError } from "./errors.js";
import type { NotificationStream } from "./notification-stream.js";
import { NotificationStreams } from "./notification-streams.js";
import type { Failure } from "./pending-requests.js";
import { PendingRequests } from "./pending-requests.js";
import { received } from "./received-message.js";
import type { AdapterNames, LiveAdapter } from "./remote-adapter.js";
import { RemoteAdapter } from "./remote-adapter.js";
import { RemoteSession } from "./remote-session.js";
import { requestText } from "./request-text.js";
import type { Requests } from "./requests.js";
import type { ServerLink } from "./server-link.js";
import { startServer } from "./start-server.js";
import type { RemoteNotification } from "./remote-notification.js";

/** A connection to a ptywright server. */
export class Client implements Requests, AsyncDisposable {
  readonly #link: ServerLink;
  readonly #pending = new PendingRequests();
  readonly #streams: NotificationStreams;
  /** Why nothing can be asked any more. */
  #end: string | undefined;
  #left: Promise<void> | undefined;
  /** What the server said to nobody in particular, as it does before it hangs up. */
  #refusal: string | undefined;

  private constructor(link: ServerLink) {
    this.#link = link;
    this.#streams = new NotificationStreams((filter) => this.request("server.set_notifications", filter));
    link.channel.onMessage((json) => this.#received(json));
    link.channel.onClose((reason) => this.#lost(reason));
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
  async request<M extends MethodName>(
    method: M,
    params: Params<M>,
    { signal }: RequestOptions = {},
  ): Promise<Result<M>> {
    this.#checkOpen();
    const givenUp = (): Error =>
      new WaitCancelledError(`${method} was given up: its signal was aborted`, { cause: signal?.reason });
    if (signal?.aborted === true) throw givenUp();
    let stopListening = (): void => undefined;
    const textFor = requestText(method, params);
    const answer = this.#pending.add(
      method,
      (id) => this.#link.channel.send(textFor(id)),
      (abandon) => {
        stopListening = onAbort(signal, () => abandon(givenUp));
      },
    );
    try {
      return (await answer) as Result<M>;
    } catch (failure) {
      throw (failure as Failure)();
    } finally {
      stopListening();
    }
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
    return this.#open(options);
  }

  /**
   * Ends the connection, and resolves when nothing is left of it. Sessions in a server on a socket go on; a server that this
   * client started is gone by then, and its sessions with it.
   */
  async close(): Promise<void> {
    return (this.#left ??= this.#leave(this.#pending.size > 0));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #open(options: NotificationOptions): NotificationStream {
    this.#checkOpen();
    return this.#streams.open(options);
  }

  #adapter(names: AdapterNames, state?: RemoteAdapterState): RemoteAdapter {
    return new RemoteAdapter({ requests: this, open: (options) => this.#open(options) }, names, state);
  }

  async #leave(hasUnanswered: boolean): Promise<void> {
    this.#end ??= "this client was closed; make a new one";
    this.#link.channel.close();
    await this.#link.leave(hasUnanswered);
  }

  #checkOpen(): void {
    if (this.#end !== undefined) throw new ConnectionLostError(this.#end);
  }

  #received(json: string): void {
    const message = received(json);
    switch (message.type) {
      case "answer":
        return this.#pending.settle(message.answer);
      case "notification":
        return this.#streams.push(message.notification);
      case "refusal":
        this.#refusal = message.message;
        return;
      case "garbage":
        return this.#lost(new Error(message.message));
      case "unknown":
    }
  }

  #lost(reason: Error | undefined): void {
    const why = reason === undefined ? "this client was closed" : (this.#refusal ?? reason.message);
    const advice = this.#link.advice();
    this.#end ??= `the connection to the server was lost: ${why}. ${advice}`;
    this.#pending.rejectAll(
      (method) => new ConnectionLostError(`${method} was not answered: ${why}. ${advice}`, { cause: reason }),
    );
    this.#streams.end(reason === undefined ? undefined : new ConnectionLostError(this.#end));
    if (reason !== undefined) this.#left ??= this.#leave(true);
  }
}
