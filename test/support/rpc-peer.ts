import "./home.js";
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type {
  MethodName,
  Notification,
  NotificationName,
  NotificationParams,
  Params,
  ResultFor,
  WireErrorData,
} from "ptywright/protocol";
import type { SchemaNode } from "#internal/protocol/index.js";
import { RPC_ERROR_CODES } from "ptywright/protocol";
import { errorData, methods, notifications, parse } from "#internal/protocol/index.js";
import type { ConnectionOptions, MessageChannel, RpcServerOptions } from "ptywright/rpc";
import { RpcServerState, connectInMemory } from "ptywright/rpc";
import { fixture, shell } from "./fixture.js";

/** An error answer, as a client sees it. */
export class RpcFailure extends Error {
  readonly code: number;
  readonly data: WireErrorData | undefined;

  constructor(code: number, message: string, data: WireErrorData | undefined) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

interface Pending {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (failure: RpcFailure) => void;
}

interface Waiting {
  readonly isWanted: (notification: Notification) => boolean;
  readonly resolve: (notification: Notification) => void;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A client of a server in this process. Everything it receives is checked against the schema of what it claims to be. */
export class RpcPeer {
  /** Every message as it came, in order. */
  readonly received: string[] = [];
  readonly notifications: Notification[] = [];
  /** Told of every value that passed its schema. */
  onChecked: (name: string, schema: SchemaNode, value: unknown) => void = () => undefined;
  readonly #channel: MessageChannel;
  readonly #pending = new Map<number, Pending>();
  #waiting: Waiting[] = [];
  #lastId = 0;
  #problem: Error | undefined;

  constructor(channel: MessageChannel) {
    this.#channel = channel;
    channel.onMessage((json) => this.#onMessage(json));
  }

  request<M extends MethodName, const P extends Params<M>>(method: M, params: P): Promise<ResultFor<M, P>>;
  request(method: string, params?: unknown): Promise<unknown>;
  async request(method: string, params?: unknown): Promise<unknown> {
    return this.#asked(method, params);
  }

  /** The error that a request must end with. */
  async refusal(code: keyof typeof RPC_ERROR_CODES, method: string, params?: unknown): Promise<RpcFailure> {
    let answer: unknown;
    try {
      answer = await this.#asked(method, params);
    } catch (error) {
      assert.ok(error instanceof RpcFailure, String(error));
      assert.equal(error.code, RPC_ERROR_CODES[code], `${method}: ${error.message}`);
      provoked.add(code);
      return error;
    }
    assert.fail(`${method} should have been refused with ${code}, answered ${JSON.stringify(answer)}`);
  }

  send(message: unknown): void {
    this.#channel.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** The first notification, among those that came and those to come, that is wanted. */
  async next<N extends NotificationName>(
    method: N,
    isWanted: (params: NotificationParams<N>) => boolean = () => true,
  ): Promise<NotificationParams<N>> {
    const test = (notification: Notification): boolean =>
      notification.method === method && isWanted(notification.params as NotificationParams<N>);
    const known = this.notifications.find(test);
    const found =
      known ?? (await new Promise<Notification>((resolve) => this.#waiting.push({ isWanted: test, resolve })));
    return found.params as NotificationParams<N>;
  }

  /** A session of a line of shell. */
  async shell(script: string, more: Partial<Params<"session.create">> = {}): Promise<string> {
    const { program, args, env } = shell(script);
    const { session } = await this.request("session.create", { program, args, env, clear_env: true, ...more });
    return session;
  }

  async fixture(
    name: string,
    args: readonly string[] = [],
    more: Partial<Params<"session.create">> = {},
  ): Promise<string> {
    const target = fixture(name, ...args);
    const { program, env } = target;
    const params = { program, args: target.args, env, clear_env: true, ...more };
    return (await this.request("session.create", params)).session;
  }

  async shows(session: string, text: string): Promise<ResultFor<"session.wait", unknown>> {
    return this.request("session.wait", { session, matcher: { type: "contains_text", value: text } });
  }

  async exits(session: string): Promise<ResultFor<"session.wait", unknown>> {
    return this.request("session.wait", { session, matcher: { type: "process_exited" } });
  }

  /** Resolves when everything sent before has been begun. */
  async caughtUp(): Promise<void> {
    await this.request("session.list", {});
  }

  /** Nothing that came was against the protocol, and nothing came that nobody asked for. */
  check(): void {
    if (this.#problem !== undefined) throw this.#problem;
  }

  get unanswered(): number {
    return this.#pending.size;
  }

  close(): void {
    this.#channel.close();
  }

  #asked(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { method, resolve, reject });
      this.send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    });
  }

  #onMessage(json: string): void {
    this.received.push(json);
    try {
      const message = JSON.parse(json) as unknown;
      if (Array.isArray(message)) return;
      if (isNotification(message)) this.#onNotification(message);
      else this.#onAnswer(message as Answer);
    } catch (error) {
      this.#problem ??= error as Error;
    }
  }

  #onNotification(notification: Notification): void {
    this.#check(`${notification.method}.params`, notifications[notification.method].params, notification.params);
    this.notifications.push(notification);
    const told = this.#waiting.filter(({ isWanted }) => isWanted(notification));
    this.#waiting = this.#waiting.filter((waiting) => !told.includes(waiting));
    for (const { resolve } of told) resolve(notification);
  }

  #check(name: string, schema: SchemaNode, value: unknown): void {
    requireExactly(schema, value);
    this.onChecked(name, schema, value);
  }

  #onAnswer({ id, result, error }: Answer): void {
    const pending = this.#pending.get(id);
    // Raw messages have ids of their own, which their tests look at.
    if (pending === undefined) return;
    this.#pending.delete(id);
    try {
      if (error === undefined) {
        if (pending.method in methods)
          this.#check(`${pending.method}.result`, methods[pending.method as MethodName].result, result);
        pending.resolve(result);
      } else {
        if (error.data !== undefined) this.#check("error.data", errorData, error.data);
        assert.ok(Object.values<number>(RPC_ERROR_CODES).includes(error.code), `${error.code} is no code`);
        assert.ok(error.message.length > 0);
        pending.reject(new RpcFailure(error.code, error.message, error.data as WireErrorData | undefined));
      }
    } catch (problem) {
      this.#problem ??= problem as Error;
      pending.reject(problem as RpcFailure);
    }
  }
}

/** The codes that a test has seen so far in this process. */
export const provoked = new Set<keyof typeof RPC_ERROR_CODES>();

/** The value passes the schema, and has nothing that the schema does not name. */
export function requireExactly(schema: SchemaNode, value: unknown): void {
  assert.deepEqual(value, parse(schema, value, "value"));
}

function isNotification(message: unknown): message is Notification {
  return typeof message === "object" && message !== null && "method" in message && !("id" in message);
}

/** What connections share, ended after the test with all its sessions. */
export function serverState(t: TestContext, options?: RpcServerOptions): RpcServerState {
  const state = new RpcServerState(options);
  t.after(() => state.close());
  return state;
}

/** A client of that server, or of one of its own. */
export function connect(t: TestContext, state: RpcServerState = serverState(t), options?: ConnectionOptions): RpcPeer {
  const peer = new RpcPeer(connectInMemory(state, options));
  t.after(() => {
    peer.close();
    peer.check();
  });
  return peer;
}
