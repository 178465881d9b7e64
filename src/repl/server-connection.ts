import { randomUUID } from "node:crypto";
import type { Client } from "../client/index.js";
import { ConnectionLostError } from "../client/index.js";
import { wireName } from "../protocol/index.js";
import { withLists } from "./lua-values.js";
import { specOf } from "./schema-nodes.js";

/** The name of a wait, on the wire. */
const WAIT_ID = wireName("waitId");

/** The server that a console speaks to. One that has gone away is reached, or started, again by the next call. */
export class ServerConnection {
  readonly #connect: () => Promise<Client>;
  readonly #onConnected: (client: Client) => void;
  #client: Promise<Client> | undefined;

  /** `onConnected` is told of every connection. */
  constructor(connect: () => Promise<Client>, onConnected: (client: Client) => void) {
    this.#connect = connect;
    this.#onConnected = onConnected;
  }

  client(): Promise<Client> {
    this.#client ??= this.#connected();
    return this.#client;
  }

  /** The connection that there is; a server is neither started nor looked for. */
  get present(): Promise<Client> | undefined {
    return this.#client;
  }

  /** A connection that has ended is given up; whether it had. */
  async lost(client: Client, error: unknown): Promise<boolean> {
    if (!(error instanceof ConnectionLostError)) return false;
    if ((await this.#client?.catch(() => undefined)) === client) this.#client = undefined;
    await client.close();
    return true;
  }

  /** Asks for a method. What waits in the server is cancelled there, if the signal fires. */
  async request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const client = await this.client();
    const waitId = ownWaitId(method, params);
    const asked = waitId === undefined ? params : { ...(params as object), [WAIT_ID]: waitId };
    try {
      const answer: unknown = await client.request(method as never, asked as never, { signal });
      return waitId === undefined ? answer : withoutWaitId(answer);
    } catch (error) {
      if (signal.aborted && waitId !== undefined) this.#cancel(client, method, waitId);
      await this.lost(client, error);
      throw error;
    }
  }

  /** In Lua a list that is empty looks like a table that is. */
  async requestFromLua(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const spec = specOf(method);
    return this.request(method, spec === undefined ? params : withLists(spec.params, params), signal);
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.close();
  }

  async #connected(): Promise<Client> {
    try {
      const client = await this.#connect();
      this.#onConnected(client);
      return client;
    } catch (error) {
      this.#client = undefined;
      throw error;
    }
  }

  #cancel(client: Client, method: string, waitId: string): void {
    const cancel = method.startsWith("adapter.") ? "adapter.cancel_wait" : "session.cancel_wait";
    client.request(cancel as never, { [WAIT_ID]: waitId } as never).catch(() => undefined);
  }
}

/** A name for what waits, so that it can be cancelled; none if it has one, or does not wait. */
function ownWaitId(method: string, params: unknown): string | undefined {
  const fields = specOf(method)?.params.fields ?? {};
  if (method.endsWith(".cancel_wait") || !Object.hasOwn(fields, WAIT_ID)) return undefined;
  if (typeof params !== "object" || params === null || Array.isArray(params) || WAIT_ID in params) return undefined;
  return randomUUID();
}

/** It was asked for by us, and not by whoever reads the answer. */
function withoutWaitId(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== WAIT_ID));
}
