import { resolve } from "node:path";
import type { SessionOptions } from "../api/index.js";
import { checkSessionOptions } from "../api/index.js";
import type { TargetLike } from "../core/target/index.js";
import { Target } from "../core/target/index.js";
import { toldTimeoutMs } from "../home/config/index.js";
import type { MessageChannel } from "../jsonrpc/framing/index.js";
import type {
  LibraryParams,
  LibraryResult,
  MethodName,
  Notification,
  Params,
  PluginManifestOptions,
  ResultFor,
} from "../protocol/index.js";
import { call, checkOptions } from "./calls.js";
import type { NotificationOptions, RequestOptions, StartOptions } from "./client-options.js";
import { Connection } from "./connection.js";
import type { LiveAdapter } from "./remote-adapter.js";
import { RemoteAdapter } from "./remote-adapter.js";
import { RemoteSession } from "./remote-session.js";
import type { ConnectOptions, ServerLink } from "./link/index.js";
import { connectSocket } from "./link/index.js";
import { startServer } from "./start-server.js";

/** What the manifest does not say, or should not, about the program to start; as `adapter.start` has it. */
export type AdapterStartOptions = Omit<LibraryParams<"adapter.start">, "plugin">;
/** What a plugin understands. */
export type RemotePluginDescription = LibraryResult<"plugin.describe">;

/** What there is to know of a session. */
export type RemoteSessionDetails = NonNullable<LibraryResult<"session.list">["details"]>[number];
/** How a server is. */
export type ServerStatus = LibraryResult<"server.status">;

/** A connection to a ptywright server. */
export class Client implements AsyncDisposable {
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
  async request<M extends MethodName, const P extends Params<M>>(
    method: M,
    params: P,
    options: RequestOptions = {},
  ): Promise<ResultFor<M, P>> {
    return (await this.#connection.request(method, params, options)) as ResultFor<M, P>;
  }

  /** Starts a program on a terminal in the server: what `Session.spawn` takes, in the server's own directory unless told otherwise. */
  async spawn(target: TargetLike, options: SessionOptions = {}): Promise<RemoteSession> {
    const { program, args, cwd, env, inheritsEnv, size } = Target.from(target);
    checkSessionOptions(options);
    const { name, transcriptMaxChars, scrollback, rawTranscript, shellIntegration } = options;
    const { timeoutMs = toldTimeoutMs() } = options;
    const { session } = await call(this.#connection, "session.create", {
      program,
      args,
      cwd,
      env,
      clearEnv: !inheritsEnv,
      ...size,
      name,
      transcriptMaxChars,
      scrollback,
      timeoutMs,
      shellIntegration,
      rawTranscriptPath: rawTranscript?.path,
      rawTranscriptAppend: rawTranscript?.append,
    });
    return new RemoteSession(this.#connection, session, timeoutMs);
  }

  /** What there is to know of each session, oldest first; those of adapters are left out. */
  async sessions(): Promise<readonly RemoteSessionDetails[]> {
    return (await call(this.#connection, "session.list", { details: true })).details ?? [];
  }

  /** What the server is and can do. */
  async capabilities(options: RequestOptions = {}): Promise<LibraryResult<"server.capabilities">> {
    return call(this.#connection, "server.capabilities", {}, options);
  }

  /** How the server is. */
  async status(): Promise<ServerStatus> {
    return call(this.#connection, "server.status", {});
  }

  /** A session that exists already, by its id or its name. */
  session(id: string): RemoteSession {
    return new RemoteSession(this.#connection, id);
  }

  /** Starts a program together with the plugin that knows it. */
  async startAdapter(plugin: string, options: AdapterStartOptions = {}): Promise<RemoteAdapter> {
    checkOptions("adapter options", "adapter.start", options, ["plugin"]);
    const { timeoutMs = toldTimeoutMs(), ...rest } = options;
    const { state, ...names } = await call(this.#connection, "adapter.start", { plugin, timeoutMs, ...rest });
    return new RemoteAdapter(this.#connection, names, state);
  }

  /** The adapters that run in the server, whoever started them. */
  async adapters(): Promise<readonly LiveAdapter[]> {
    const { adapters } = await call(this.#connection, "adapter.live", {});
    return adapters.map(({ sequence, finished, ...names }) => ({
      adapter: new RemoteAdapter(this.#connection, names),
      sequence,
      finished,
    }));
  }

  /** The plugins that can be started, by name. */
  async plugins(): Promise<readonly PluginManifestOptions[]> {
    return (await call(this.#connection, "adapter.list", {})).plugins;
  }

  /** What a plugin understands. */
  async describePlugin(plugin: string): Promise<RemotePluginDescription> {
    return call(this.#connection, "plugin.describe", { plugin });
  }

  /** Has a server that allows it load a plugin; returns its name. A relative path begins where this process is. */
  async loadPlugin(manifestPath: string): Promise<string> {
    return (await call(this.#connection, "plugin.load", { manifestPath: resolve(manifestPath) })).plugin;
  }

  /** Has the server forget a plugin that was loaded. */
  async unloadPlugin(plugin: string): Promise<void> {
    await call(this.#connection, "plugin.unload", { plugin });
  }

  /**
   * What the server pushes, from now on. Several of one kind about one session may come as one if they are not taken in time;
   * no output is lost while it fits into the server's transcript. Ends when the connection does.
   */
  notifications(options: NotificationOptions = {}): AsyncIterableIterator<Notification> {
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
}
