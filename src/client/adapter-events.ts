import type { NotificationStream } from "./notification-stream.js";
import type { RemoteNotification } from "./remote-notification.js";
import type { RemoteAdapterState, RemoteTurnEvent } from "./adapter-answers.js";

export type RemoteAdapterEvent =
  /** The plugin looked, and found another state than the one before. */
  | { readonly type: "state_changed"; readonly state: RemoteAdapterState }
  /** The program shows, and goes on showing, what its plugin does not know. */
  | { readonly type: "drift"; readonly state: RemoteAdapterState }
  /** Something happened within a turn. */
  | { readonly type: "event"; readonly event: RemoteTurnEvent };

/** What a stream tells of an adapter, in the words of the library's ExtensionEvent. */
export class AdapterEvents implements AsyncIterableIterator<RemoteAdapterEvent> {
  readonly #stream: NotificationStream;
  readonly #onEnd: () => void;

  constructor(stream: NotificationStream, onEnd: () => void) {
    this.#stream = stream;
    this.#onEnd = onEnd;
  }

  /** What has arrived can still be read. */
  end(): void {
    this.#stream.end();
    this.#onEnd();
  }

  async next(): Promise<IteratorResult<RemoteAdapterEvent, undefined>> {
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

  async return(): Promise<IteratorResult<RemoteAdapterEvent, undefined>> {
    this.#onEnd();
    await this.#stream.return();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function eventFrom({ method, params }: RemoteNotification): RemoteAdapterEvent | undefined {
  if (method === "adapter.state_changed") return { type: "state_changed", state: params.state };
  if (method === "adapter.drift") return { type: "drift", state: params.state };
  if (method === "adapter.event") return { type: "event", event: params.event };
  return undefined;
}
