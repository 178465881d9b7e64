import "./home.js";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { Client, type MessageChannel, type StartOptions } from "ptywright/client";
import { RpcServerState, connectInMemory } from "ptywright/rpc";
import { ServeProcess, type RpcMessage } from "./serve-process.js";
import { tempDir } from "./temp-dir.js";

/** A client with a server of its own; closed after the test. */
export async function startClient(t: TestContext, options?: StartOptions): Promise<Client> {
  const client = await Client.start(options);
  t.after(() => client.close());
  return client;
}

/** A client of a server in this process, and every message that it has sent. */
export function recordedClient(t: TestContext): { readonly client: Client; readonly sent: RpcMessage[] } {
  const state = new RpcServerState();
  const inner = connectInMemory(state);
  const sent: RpcMessage[] = [];
  const channel: MessageChannel = {
    ...inner,
    send: (json) => {
      sent.push(JSON.parse(json) as RpcMessage);
      inner.send(json);
    },
  };
  const client = Client.over(channel);
  t.after(async () => {
    await client.close();
    await state.close();
  });
  return { client, sent };
}

/** A client of something that only the test answers for. */
export class ScriptedServer {
  readonly sent: RpcMessage[] = [];
  readonly client: Client;
  #onMessage: (json: string) => void = () => undefined;
  #onClose: (reason?: Error) => void = () => undefined;
  closes = 0;

  constructor() {
    this.client = Client.over({
      send: (json) => this.sent.push(JSON.parse(json) as RpcMessage),
      onMessage: (listener) => (this.#onMessage = listener),
      onClose: (listener) => (this.#onClose = listener),
      close: () => {
        this.closes++;
        this.#onClose();
      },
    });
  }

  says(message: unknown): void {
    this.#onMessage(typeof message === "string" ? message : JSON.stringify(message));
  }

  tells(method: string, params: object): void {
    this.says({ jsonrpc: "2.0", method, params });
  }

  breaks(reason: Error): void {
    this.#onClose(reason);
  }
}

/** A server on a socket of its own. */
export async function socketServer(
  t: TestContext,
  ...args: string[]
): Promise<{ readonly server: ServeProcess; readonly socket: string }> {
  const socket = join(tempDir(t), "s.sock");
  const server = new ServeProcess(t, ["--socket", socket, ...args]);
  await server.listening();
  return { server, socket };
}

/** A client of that socket; closed after the test. */
export async function connectClient(t: TestContext, socket: string): Promise<Client> {
  const client = await Client.connect({ socket });
  t.after(() => client.close());
  return client;
}
