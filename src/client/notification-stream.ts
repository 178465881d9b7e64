import { MAX_EVENTS_KEPT, MAX_EVENT_CHARS_KEPT } from "../base/index.js";
import type { Notification } from "../protocol/index.js";

/** Output kept for a slow reader, for each session. */
const MAX_WAITING_CHARS = 1_048_576;

/** What is included; everything if neither is given. */
export interface StreamFilter {
  readonly sessions?: readonly string[] | undefined;
  readonly adapters?: readonly string[] | undefined;
}

interface Taker {
  resolve(result: IteratorResult<Notification, undefined>): void;
  reject(error: Error): void;
}

/** One iteration. At most one notification of each kind waits for each session and adapter, and some events. */
export class NotificationStream implements AsyncIterableIterator<Notification> {
  readonly filter: StreamFilter;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<string, Notification>();
  /** Events of adapters with their size. As many are kept as in a server; the oldest are dropped first, which shows as a gap in `seq`. */
  readonly #events = new Map<string, number>();
  #eventChars = 0;
  #lastEvent = 0;
  #takers: Taker[] = [];
  #isEnded = false;
  #failure: Error | undefined;

  constructor(filter: StreamFilter, onEnd: () => void) {
    this.filter = filter;
    this.#onEnd = onEnd;
  }

  push(notification: Notification): void {
    if (!this.#includes(notification)) return;
    const taker = this.#takers.shift();
    if (taker !== undefined) return taker.resolve({ value: notification, done: false });
    if (notification.method === "adapter.event") this.#addEvent(notification);
    else this.#merge(notification);
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const taker of this.#takers.splice(0)) taker.resolve({ value: undefined, done: true });
    this.#onEnd();
  }

  /** Ends the iteration with an error. */
  fail(error: Error): void {
    if (this.#isEnded) return;
    const taker = this.#takers.shift();
    if (taker === undefined) this.#failure = error;
    else taker.reject(error);
    this.end();
  }

  async next(): Promise<IteratorResult<Notification, undefined>> {
    const [first] = this.#waiting;
    if (first !== undefined) {
      const [key, value] = first;
      this.#letGo(key);
      return { value, done: false };
    }
    if (this.#failure !== undefined) {
      const error = this.#failure;
      this.#failure = undefined;
      throw error;
    }
    if (this.#isEnded) return { value: undefined, done: true };
    return new Promise((resolve, reject) => this.#takers.push({ resolve, reject }));
  }

  async return(): Promise<IteratorResult<Notification, undefined>> {
    for (const key of [...this.#waiting.keys()]) this.#letGo(key);
    this.end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #includes({ params }: Notification): boolean {
    const { sessions, adapters } = this.filter;
    if (sessions === undefined && adapters === undefined) return true;
    if (!("session" in params)) return adapters?.includes(params.adapter) === true;
    const { session, name } = params;
    return sessions !== undefined && (sessions.includes(session) || (name !== undefined && sessions.includes(name)));
  }

  #addEvent(event: Notification): void {
    const key = `event ${++this.#lastEvent}`;
    const chars = JSON.stringify(event.params).length;
    this.#waiting.set(key, event);
    this.#events.set(key, chars);
    this.#eventChars += chars;
    for (const oldest of this.#events.keys()) {
      const { size } = this.#events;
      if (size <= 1 || (size <= MAX_EVENTS_KEPT && this.#eventChars <= MAX_EVENT_CHARS_KEPT)) return;
      this.#letGo(oldest);
    }
  }

  #letGo(key: string): void {
    this.#waiting.delete(key);
    this.#eventChars -= this.#events.get(key) ?? 0;
    this.#events.delete(key);
  }

  #merge(notification: Notification): void {
    const { method, params } = notification;
    const run = method === "session.run_output" ? ` ${params.waitId}` : "";
    const key = `${method} ${"session" in params ? params.session : params.adapter}${run}`;
    const earlier = this.#waiting.get(key);
    // After the events that led to it.
    if ("adapter" in params) this.#waiting.delete(key);
    this.#waiting.set(key, earlier === undefined ? notification : merged(earlier, notification));
  }
}

function merged(earlier: Notification, later: Notification): Notification {
  if (earlier.method === "session.run_output" && later.method === "session.run_output") {
    const output = (earlier.params.output + later.params.output).slice(-MAX_WAITING_CHARS);
    return { method: later.method, params: { ...later.params, output } };
  }
  if (earlier.method !== "session.output" || later.method !== "session.output") return later;
  const all = earlier.params.output + later.params.output;
  const output = all.slice(-MAX_WAITING_CHARS);
  const isCut = output.length < all.length || earlier.params.dropped === true || later.params.dropped === true;
  return { method: later.method, params: { ...later.params, output, ...(isCut ? { dropped: true as const } : {}) } };
}
