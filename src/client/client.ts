import { randomUUID } from "node:crypto";
import { WaitCancelledError } from "../base/index.js";
import type { MessageChannel } from "../framing/index.js";
import type { MethodName, Notification, Params, Result } from "../protocol/index.js";
import { snakeCased } from "../wire/index.js";
import type {
  ConnectOptions,
  NotificationOptions,
  RequestOptions,
  SpawnOptions,
  StartOptions,
} from "./client-options.js";
import { connectSocket } from "./connect-socket.js";
import { ConnectionLostError } from "./errors.js";
import { NotificationStreams } from "./notification-streams.js";
import type { Answer } from "./pending-requests.js";
import { PendingRequests } from "./pending-requests.js";
import { RemoteSession } from "./remote-session.js";
import type { Requests } from "./requests.js";
import { startServer } from "./start-server.js";

/** A connection to a ptywright server. */
export class Client implements Requests, AsyncDisposable {
  readonly #channel: MessageChannel;
  readonly #advice: () => string;
  readonly #pending = new PendingRequests();
  readonly #streams: NotificationStreams;
  #closed: Error | undefined;

  private constructor(channel: MessageChannel, advice: () => string) {
    this.#channel = channel;
    this.#advice = advice;
    this.#streams = new NotificationStreams((filter) => this.request("server.set_notifications", filter));
    channel.onMessage((json) => this.#received(json));
    channel.onClose((reason) => this.#lost(reason));
  }

  /** Connects to a server on a local socket, the per-user one unless another is given. */
  static async connect(options: ConnectOptions = {}): Promise<Client> {
    const advice = "Its sessions live on: connect again with Client.connect() and go on with client.session(id).";
    return new Client(await connectSocket(options), () => advice);
  }

  /** Starts a server of its own, which ends with this client and takes its sessions along. */
  static async start(options: StartOptions = {}): Promise<Client> {
    const { channel, lastWords } = await startServer(options);
    return new Client(channel, () => {
      const words = lastWords();
      const said = words === "" ? "" : ` Its last words: ${words}`;
      return `The server has ended, and its sessions with it: call Client.start() again.${said}`;
    });
  }

  /** Speaks over a channel that somebody else has made, such as `connectInMemory` of "ptywright/rpc". */
  static over(channel: MessageChannel): Client {
    return new Client(channel, () => "Open a new channel and go on with client.session(id).");
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
    if (this.#closed !== undefined) throw this.#closed;
    const givenUp = (): Error =>
      new WaitCancelledError(`${method} was given up: its signal was aborted`, { cause: signal?.reason });
    if (signal?.aborted === true) throw givenUp();
    let stopListening = (): void => undefined;
    const answer = this.#pending.add(
      method,
      (id) => this.#channel.send(JSON.stringify({ jsonrpc: "2.0", id, method, params })),
      (abandon) => {
        const onAbort = (): void => abandon(givenUp());
        signal?.addEventListener("abort", onAbort);
        stopListening = () => signal?.removeEventListener("abort", onAbort);
      },
    );
    try {
      return (await answer) as Result<M>;
    } finally {
      stopListening();
    }
  }

  /** Waits as `session.wait` does. When the signal fires, the wait is cancelled in the server as well. */
  async wait(params: Params<"session.wait">, { signal }: RequestOptions = {}): Promise<Result<"session.wait">> {
    if (signal === undefined) return this.request("session.wait", params);
    const waitId = params.wait_id ?? randomUUID();
    const cancel = (): void => {
      this.request("session.cancel_wait", { wait_id: waitId }).catch(() => undefined);
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await this.request("session.wait", { ...params, wait_id: waitId }, { signal });
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  /** Starts a program on a terminal in the server. */
  async spawn(options: SpawnOptions): Promise<RemoteSession> {
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

  /**
   * What the server pushes, from now on. Several of one kind about one session may come as one if they are not taken in time;
   * no output is lost while it fits into the server's transcript. Ends when the connection does.
   */
  notifications(options: NotificationOptions = {}): AsyncIterableIterator<Notification> {
    if (this.#closed !== undefined) throw this.#closed;
    return this.#streams.open(options);
  }

  /** Ends the connection. Sessions in a server on a socket go on; one that this client started ends with them. */
  async close(): Promise<void> {
    this.#closed ??= new ConnectionLostError("this client was closed; make a new one");
    this.#channel.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #received(json: string): void {
    const message = JSON.parse(json) as Answer | Notification;
    if ("method" in message) this.#streams.push({ method: message.method, params: message.params } as Notification);
    else this.#pending.settle(message);
  }

  #lost(reason: Error | undefined): void {
    const why = reason === undefined ? "this client was closed" : reason.message;
    this.#closed ??= new ConnectionLostError(`the connection to the server was lost: ${why}. ${this.#advice()}`);
    this.#pending.rejectAll(
      (method) => new ConnectionLostError(`${method} was not answered: ${why}. ${this.#advice()}`, { cause: reason }),
    );
    this.#streams.end();
  }
}
