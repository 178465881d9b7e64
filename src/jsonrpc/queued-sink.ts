import type { Outgoing } from "./large-text.js";
import { wholeText } from "./large-text.js";
import type { MessageSink } from "./message-sink.js";

/** Hands whole messages to a listener in this process, in the order they were sent. */
export class QueuedSink implements MessageSink {
  readonly #onMessage: (json: string) => void;
  #waiting: Outgoing[] = [];
  #sending: Promise<void> | undefined;

  constructor(onMessage: (json: string) => void) {
    this.#onMessage = onMessage;
  }

  send(message: Outgoing): void {
    if (typeof message === "string" && this.#sending === undefined) return this.#onMessage(message);
    this.#waiting.push(message);
    this.#sending ??= this.#sendWaiting();
  }

  whenDrained(): Promise<void> | undefined {
    return this.#sending;
  }

  whenReady(): Promise<void> | undefined {
    return this.#sending;
  }

  async #sendWaiting(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      this.#onMessage(typeof next === "string" ? next : await wholeText(next));
    this.#sending = undefined;
  }
}
