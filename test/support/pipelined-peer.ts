import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { line, type RpcMessage } from "./serve-process.js";

/** A client with any number of requests under way. What is not answered when the connection ends is answered with undefined. */
export class PipelinedPeer {
  readonly #socket: Socket;
  readonly #pending = new Map<unknown, (answer: RpcMessage | undefined) => void>();
  #lastId = 0;
  #isEnded = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("error", () => undefined);
    const lines = createInterface({ input: socket });
    lines.on("line", (text) => {
      const message = JSON.parse(text) as RpcMessage;
      const answered = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      answered?.(message);
    });
    lines.on("error", () => undefined);
    // Behind the last line that came whole.
    lines.on("close", () => this.#end());
  }

  static async connect(path: string): Promise<PipelinedPeer> {
    const socket = connect({ path });
    await once(socket, "connect");
    return new PipelinedPeer(socket);
  }

  request(method: string, params: object = {}): Promise<RpcMessage | undefined> {
    if (this.#isEnded) return Promise.resolve(undefined);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#socket.write(line(id, method, params));
    });
  }

  /** What it was answered with; fails if that was an error, or nothing. */
  async result(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const answer = await this.request(method, params);
    if (answer?.result === undefined)
      throw new Error(`${method}: ${answer?.error?.message ?? "the connection ended before it was answered"}`);
    return answer.result;
  }

  /** A program on a terminal; returns its session's id. */
  async create(params: object): Promise<string> {
    return String((await this.result("session.create", params))["session"]);
  }

  close(): void {
    this.#socket.destroy();
  }

  #end(): void {
    this.#isEnded = true;
    for (const answered of this.#pending.values()) answered(undefined);
    this.#pending.clear();
  }
}
