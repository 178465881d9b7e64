import { onAbort } from "../base/index.js";
import type { Since } from "../api/index.js";
import type { LibraryParams, Notification } from "../protocol/index.js";
import type { NotificationOptions } from "./client-options.js";
import { ConnectionLostError } from "./errors.js";
import { NotificationStream } from "./notification-stream.js";

type Filter = LibraryParams<"server.set_notifications">;

/** As many as a server may have sessions. */
const MAX_EXITS = 1_024;

/** Shares the one subscription of a connection among all iterations. */
export class NotificationStreams {
  readonly #subscribe: (filter: Filter) => Promise<unknown>;
  readonly #streams = new Set<NotificationStream>();
  /** Exits that were received: the server sends each once, but a later iteration needs it too. */
  readonly #exits = new Map<string, Notification>();

  constructor(subscribe: (filter: Filter) => Promise<unknown>) {
    this.#subscribe = subscribe;
  }

  open({ signal, outputSince, ...filter }: NotificationOptions): NotificationStream {
    let stopListening = (): void => undefined;
    const stream = new NotificationStream(filter, () => {
      stopListening();
      if (this.#streams.delete(stream)) this.#changed().catch(() => undefined);
    });
    if (signal?.aborted === true) {
      stream.end();
      return stream;
    }
    stopListening = onAbort(signal, () => void stream.return());
    this.#streams.add(stream);
    this.#changed(outputSince).catch((error: unknown) => {
      // If the connection is lost, the iterations end anyway.
      if (!(error instanceof ConnectionLostError)) stream.fail(error as Error);
    });
    for (const session of new Set(filter.sessions)) {
      const exit = this.#exits.get(session);
      if (exit !== undefined) stream.push(exit);
    }
    return stream;
  }

  push(notification: Notification): void {
    if (notification.method === "session.exited") this.#exited(notification);
    else if (notification.method === "session.changed" && notification.params.name !== undefined)
      this.#renamed(notification.params.name, notification.params.session);
    for (const stream of this.#streams) stream.push(notification);
  }

  /** With an error if the connection was lost: a loop that simply ended would look as if nothing more had happened. */
  end(error?: Error): void {
    for (const stream of [...this.#streams]) {
      if (error === undefined) stream.end();
      else stream.fail(error);
    }
  }

  #exited(exit: Extract<Notification, { method: "session.exited" }>): void {
    const { session, name } = exit.params;
    this.#exits.set(session, exit);
    if (name !== undefined) this.#exits.set(name, exit);
    for (const oldest of this.#exits.keys()) {
      if (this.#exits.size <= MAX_EXITS) return;
      this.#exits.delete(oldest);
    }
  }

  /** A name is that of this session from now on: one that had it before may have exited. */
  #renamed(name: string, session: string): void {
    const exit = this.#exits.get(name);
    if (exit?.method === "session.exited" && exit.params.session !== session) this.#exits.delete(name);
  }

  /** Subscribes to everything that any iteration wants. */
  async #changed(outputSince?: Since): Promise<void> {
    const wanted = [...this.#streams].map(({ filter }) => filter);
    const sessions = [...new Set(wanted.flatMap((filter) => filter.sessions ?? []))];
    const adapters = [...new Set(wanted.flatMap((filter) => filter.adapters ?? []))];
    const all = wanted.some((filter) => filter.sessions === undefined && filter.adapters === undefined);
    // To the server, no ids at all would mean everything.
    const some: Filter = {
      enabled: sessions.length > 0 || adapters.length > 0,
      ...(sessions.length > 0 ? { sessions } : {}),
      ...(adapters.length > 0 ? { adapters } : {}),
    };
    const from = outputSince === undefined ? {} : { outputSince };
    await this.#subscribe({ ...(all ? { enabled: true } : some), ...from });
  }
}
