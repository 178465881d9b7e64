import type { RemoteNotification } from "./remote-notification.js";

/** Output that may wait for one who iterates slowly, for each session. */
const MAX_WAITING_CHARS = 1_048_576;

interface Taker {
  resolve(result: IteratorResult<RemoteNotification, undefined>): void;
  reject(error: Error): void;
}

/** One iteration. What waits is at most one notification of each kind and session. */
export class NotificationStream implements AsyncIterableIterator<RemoteNotification> {
  readonly sessions: readonly string[] | undefined;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<string, RemoteNotification>();
  #takers: Taker[] = [];
  #isEnded = false;
  #failure: Error | undefined;

  constructor(sessions: readonly string[] | undefined, onEnd: () => void) {
    this.sessions = sessions;
    this.#onEnd = onEnd;
  }

  push(notification: RemoteNotification): void {
    const { params } = notification;
    if (this.sessions !== undefined && !("session" in params && this.sessions.includes(params.session))) return;
    const taker = this.#takers.shift();
    if (taker !== undefined) return taker.resolve({ value: notification, done: false });
    const key = `${notification.method} ${"session" in params ? params.session : params.adapter}`;
    const earlier = this.#waiting.get(key);
    this.#waiting.set(key, earlier === undefined ? notification : merged(earlier, notification));
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const taker of this.#takers.splice(0)) taker.resolve({ value: undefined, done: true });
    this.#onEnd();
  }

  /** The server does not tell: whoever iterates is told why. */
  fail(error: Error): void {
    if (this.#isEnded) return;
    const taker = this.#takers.shift();
    if (taker === undefined) this.#failure = error;
    else taker.reject(error);
    this.end();
  }

  async next(): Promise<IteratorResult<RemoteNotification, undefined>> {
    const [first] = this.#waiting;
    if (first !== undefined) {
      this.#waiting.delete(first[0]);
      return { value: first[1], done: false };
    }
    if (this.#failure !== undefined) {
      const error = this.#failure;
      this.#failure = undefined;
      throw error;
    }
    if (this.#isEnded) return { value: undefined, done: true };
    return new Promise((resolve, reject) => this.#takers.push({ resolve, reject }));
  }

  async return(): Promise<IteratorResult<RemoteNotification, undefined>> {
    this.#waiting.clear();
    this.end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function merged(earlier: RemoteNotification, later: RemoteNotification): RemoteNotification {
  if (earlier.method !== "session.output" || later.method !== "session.output") return later;
  const all = earlier.params.output + later.params.output;
  const output = all.slice(-MAX_WAITING_CHARS);
  const isCut = output.length < all.length || earlier.params.dropped === true || later.params.dropped === true;
  return { method: later.method, params: { ...later.params, output, ...(isCut ? { dropped: true as const } : {}) } };
}
