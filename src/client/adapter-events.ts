import type { AdapterEvent } from "../api/index.js";
import type { Notification } from "../protocol/index.js";
import type { NotificationStream } from "./notification-stream.js";

/** The notifications about an adapter as events of the library. */
export class AdapterEvents implements AsyncIterableIterator<AdapterEvent> {
  readonly #stream: NotificationStream;
  readonly #onEnd: () => void;

  constructor(stream: NotificationStream, onEnd: () => void) {
    this.#stream = stream;
    this.#onEnd = onEnd;
  }

  /** Events that have arrived can still be read. */
  end(): void {
    this.#stream.end();
    this.#onEnd();
  }

  async next(): Promise<IteratorResult<AdapterEvent, undefined>> {
    for (;;) {
      const { done, value } = await this.#stream.next();
      if (done === true) {
        this.#onEnd();
        return { done, value };
      }
      const event = eventFrom(value);
      if (event !== undefined) return { done: false, value: event };
    }
  }

  async return(): Promise<IteratorResult<AdapterEvent, undefined>> {
    this.#onEnd();
    await this.#stream.return();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function eventFrom({ method, params }: Notification): AdapterEvent | undefined {
  if (method === "adapter.state_changed") return { type: "state_changed", state: params.state };
  if (method === "adapter.drift") return { type: "drift", state: params.state };
  if (method === "adapter.event") return { type: "event", event: params.event };
  return undefined;
}
