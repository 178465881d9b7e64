import { escapeControls } from "../base/index.js";
import type { Client, Notification } from "../client/index.js";
import { luaText } from "./lua-values.js";

/** More of one notification is not read by anybody who looks on. */
const MAX_CHARS = 400;

/** Prints what the server tells, while that is wanted. */
export class NotificationPrinter {
  readonly #print: (text: string) => void | Promise<void>;
  #client: Client | undefined;
  #stop: AbortController | undefined;

  /** It is printed no faster than `print` resolves. */
  constructor(print: (text: string) => void | Promise<void>) {
    this.#print = print;
  }

  /** Resolves when that is asked for, of a connection that `connect` makes if there is none yet. */
  async set(isOn: boolean, connect: () => Promise<unknown>): Promise<void> {
    this.end();
    if (!isOn) return;
    this.#stop = new AbortController();
    if (this.#client !== undefined) void this.#listen(this.#client);
    await connect();
  }

  /** A new connection knows nothing of what was asked of the one before. */
  connected(client: Client): void {
    this.#client = client;
    if (this.#stop === undefined) return;
    this.end();
    this.#stop = new AbortController();
    void this.#listen(client);
  }

  end(): void {
    this.#stop?.abort();
    this.#stop = undefined;
  }

  async #listen(client: Client): Promise<void> {
    const stop = this.#stop;
    if (stop === undefined || stop.signal.aborted) return;
    try {
      for await (const notification of client.notifications({ signal: stop.signal })) {
        if (stop.signal.aborted) return;
        await this.#print(lineFor(notification));
      }
    } catch {
      // The connection has ended, which the next call tells.
    }
  }
}

function lineFor({ method, params }: Notification): string {
  const line = `${method} ${luaText(params)}`;
  return escapeControls(line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line);
}
