import type { Notification, Params } from "../protocol/index.js";
import type { NotificationOptions } from "./client-options.js";
import { NotificationStream } from "./notification-stream.js";

type Filter = Params<"server.set_notifications">;

/** Shares the one subscription of a connection among those who iterate. */
export class NotificationStreams {
  readonly #subscribe: (filter: Filter) => Promise<unknown>;
  readonly #streams = new Set<NotificationStream>();

  constructor(subscribe: (filter: Filter) => Promise<unknown>) {
    this.#subscribe = subscribe;
  }

  open({ sessions, signal }: NotificationOptions): AsyncIterableIterator<Notification> {
    const stream = new NotificationStream(sessions, () => {
      this.#streams.delete(stream);
      this.#changed();
    });
    this.#streams.add(stream);
    this.#changed();
    signal?.addEventListener("abort", () => stream.end(), { once: true });
    if (signal?.aborted === true) stream.end();
    return stream;
  }

  push(notification: Notification): void {
    for (const stream of this.#streams) stream.push(notification);
  }

  end(): void {
    for (const stream of [...this.#streams]) stream.end();
  }

  /** The server is asked for what anybody wants. */
  #changed(): void {
    const wanted = [...this.#streams].map(({ sessions }) => sessions);
    const all = wanted.some((sessions) => sessions === undefined);
    const filter: Filter = {
      enabled: wanted.length > 0,
      ...(all ? {} : { sessions: [...new Set(wanted.flatMap((sessions) => sessions ?? []))] }),
    };
    // A connection that is lost ends the iterations by itself.
    this.#subscribe(filter).catch(() => undefined);
  }
}
