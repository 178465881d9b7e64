import { once } from "node:events";
import { connect, type Socket } from "node:net";
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
    let pieces: string[] = [];
    socket.setEncoding("utf8").on("data", (text: string) => {
      const lines = text.split("\n");
      for (const rest of lines.slice(0, -1)) {
        this.#answered([...pieces, rest].join(""));
        pieces = [];
      }
      // What a server that is killed leaves of a message is nobody's answer.
      pieces.push(lines[lines.length - 1]);
    });
    socket.on("close", () => this.#end());
  }

  #answered(text: string): void {
    const message = JSON.parse(text) as RpcMessage;
    const answer = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    answer?.(message);
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
