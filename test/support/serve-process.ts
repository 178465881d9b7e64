import { TEST_HOME } from "./home.js";
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Owner } from "./owner.js";

export const BIN = fileURLToPath(new URL("../../../bin/ptywright", import.meta.url));

/** A JSON-RPC message, as far as tests look into it. */
export interface RpcMessage {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

export const line = (id: number | undefined, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params })}\n`;

/** `ptywright serve` with these arguments; ended with the test. */
export class ServeProcess {
  readonly child: ChildProcess;
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  stdout = "";
  stderr = "";

  constructor(t: Owner, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.child = spawn(process.execPath, [BIN, "serve", ...args], {
      env: { ...process.env, PTYWRIGHT_HOME: TEST_HOME, ...env },
      stdio: "pipe",
    });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.child.stdin?.on("error", () => undefined);
    this.exit = once(this.child, "close").then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }));
    t.after(() => this.child.kill("SIGKILL"));
  }

  get pid(): number {
    assert.ok(this.child.pid !== undefined);
    return this.child.pid;
  }

  write(text: string | Uint8Array): void {
    this.child.stdin?.write(text);
  }

  end(text = ""): void {
    this.child.stdin?.end(text);
  }

  /** Resolves when stdout holds a match. */
  async prints(pattern: RegExp, where: "stdout" | "stderr" = "stdout"): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this[where]);
      if (found !== null) return found;
      const stream = this.child[where];
      assert.ok(stream !== null && !stream.destroyed, `${where} ended without ${String(pattern)}: ${this[where]}`);
      const over = new AbortController();
      const told = ["data", "close"].map((event) =>
        once(stream, event, { signal: over.signal }).catch(() => undefined),
      );
      await Promise.race(told);
      over.abort();
    }
  }

  /** All of stdout; fails unless every line is a message. */
  messages(): RpcMessage[] {
    return this.stdout
      .split("\n")
      .filter((text) => text !== "")
      .map((text) => JSON.parse(text) as RpcMessage);
  }

  /** The socket is there and listens. */
  async listening(): Promise<string> {
    const [, path] = await this.prints(/listening on (.*)\n/, "stderr");
    return path;
  }
}

/** A client that reads line by line. */
export class SocketPeer {
  readonly socket: Socket;
  readonly #lines: AsyncIterator<string>;
  #lastId = 0;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => undefined);
    this.#lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  }

  static async connect(t: Owner, path: string): Promise<SocketPeer> {
    const socket = connect({ path, allowHalfOpen: true });
    await once(socket, "connect");
    t.after(() => socket.destroy());
    return new SocketPeer(socket);
  }

  /** The next message; undefined at the end of the connection. */
  async next(): Promise<RpcMessage | undefined> {
    const next = await this.#lines.next();
    return next.done === true ? undefined : (JSON.parse(next.value) as RpcMessage);
  }

  /** Sends a request and reads until its answer. */
  async request(method: string, params: object = {}): Promise<RpcMessage> {
    const id = ++this.#lastId;
    this.socket.write(line(id, method, params));
    for (;;) {
      const message = await this.next();
      assert.ok(message !== undefined, `the connection ended before ${method} was answered`);
      if (message.id === id) return message;
    }
  }

  /** A program on a terminal; returns its session's id. */
  async create(params: object): Promise<string> {
    const { result, error } = await this.request("session.create", params);
    assert.ok(result !== undefined, error?.message);
    return String(result["session"]);
  }
}
