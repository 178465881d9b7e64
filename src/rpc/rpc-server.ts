import { RpcConnection } from "./connection.js";
import type { ConnectionOptions, MessageSink } from "../jsonrpc/index.js";
import { RpcServerState } from "./server-state.js";

export interface RpcServerSettings extends ConnectionOptions {
  /** Sessions shared with other servers; its own if left out. */
  readonly state?: RpcServerState | undefined;
}

/** A sink for a caller who fetches: answers are returned, and notifications are taken with them. */
const NOWHERE: MessageSink = {
  send: () => undefined,
  isFetched: true,
  whenDrained: () => new Promise(() => undefined),
  whenReady: () => undefined,
};

/** A server without transport, for one client: a message in, its answer out. */
export class RpcServer implements AsyncDisposable {
  readonly state: RpcServerState;
  readonly #connection: RpcConnection;
  readonly #ownsState: boolean;

  constructor(settings: RpcServerSettings = {}) {
    this.#ownsState = settings.state === undefined;
    this.state = settings.state ?? new RpcServerState();
    this.#connection = new RpcConnection(this.state, NOWHERE, settings);
  }

  /** Handles one message and returns its answer; undefined if it has none. Calls may overlap, as requests may. */
  async handleLine(line: string): Promise<string | undefined> {
    return this.#connection.handle(line);
  }

  /** The answer, if there is one, and then the notifications that are due. */
  async handleLineMessages(line: string): Promise<string[]> {
    const answer = await this.#connection.handle(line);
    return [...(answer === undefined ? [] : [answer]), ...this.#connection.takeNotifications()];
  }

  /** Ends this client's waits, and the sessions unless they are shared. */
  async close(): Promise<void> {
    this.#connection.close();
    if (this.#ownsState) await this.state.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
