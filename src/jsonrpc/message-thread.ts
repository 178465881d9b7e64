import { Worker } from "node:worker_threads";
import { jsonRpcError } from "./json-rpc-error.js";
import type { Message } from "./message.js";
import { refused } from "./message.js";

/** A thread costs some ten megabytes: it is ended when no large message came for this long. */
const IDLE_MS = 10_000;
/** Reading one takes up to a hundred milliseconds; this is for one that the thread does not survive. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512 };

/** Reads large messages in a thread, one after the other: decoding and parsing 16 MiB takes a tenth of a second. */
class MessageThread {
  readonly #unread: ((message: Message) => void)[] = [];
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  read(bytes: Buffer): Promise<Message> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    // Its own memory, which is handed over: nobody needs it here any more.
    const copy = new Uint8Array(bytes);
    this.#worker.postMessage(copy, [copy.buffer]);
    return new Promise((resolve) => this.#unread.push(resolve));
  }

  #start(): Worker {
    const worker = new Worker(new URL("./message-worker.js", import.meta.url), {
      name: "ptywright messages",
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: RESOURCE_LIMITS,
    });
    worker.on("message", (message: Message) => this.#answer(message));
    worker.on("error", () => this.#onDeath(worker));
    worker.on("exit", () => this.#onDeath(worker));
    return worker;
  }

  #answer(message: Message): void {
    this.#unread.shift()?.(message);
    if (this.#unread.length > 0) return;
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #onDeath(worker: Worker): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    const failure = refused(
      jsonRpcError("internal_error", "a message of this size could not be read; send less in one"),
    );
    for (const resolve of this.#unread.splice(0)) resolve(failure);
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}

/** One for all connections. */
const thread = new MessageThread();

/** `readMessage` of these bytes in another thread. */
export const readLargeMessage = (bytes: Buffer): Promise<Message> => thread.read(bytes);
