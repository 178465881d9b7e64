import type { Notification } from "../protocol/index.js";

/** Output that may wait for one who iterates slowly, for each session. */
const MAX_WAITING_CHARS = 1_048_576;

/** One iteration. What waits is at most one notification of each kind and session. */
export class NotificationStream implements AsyncIterableIterator<Notification> {
  readonly sessions: readonly string[] | undefined;
  readonly #onEnd: () => void;
  readonly #waiting = new Map<string, Notification>();
  #takers: ((result: IteratorResult<Notification, undefined>) => void)[] = [];
  #isEnded = false;

  constructor(sessions: readonly string[] | undefined, onEnd: () => void) {
    this.sessions = sessions;
    this.#onEnd = onEnd;
  }

  push(notification: Notification): void {
    const { session } = notification.params;
    if (this.sessions !== undefined && !this.sessions.includes(session)) return;
    const taker = this.#takers.shift();
    if (taker !== undefined) return taker({ value: notification, done: false });
    const key = `${notification.method} ${session}`;
    const earlier = this.#waiting.get(key);
    this.#waiting.set(key, earlier === undefined ? notification : merged(earlier, notification));
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const taker of this.#takers.splice(0)) taker({ value: undefined, done: true });
    this.#onEnd();
  }

  async next(): Promise<IteratorResult<Notification, undefined>> {
    const [first] = this.#waiting;
    if (first !== undefined) {
      this.#waiting.delete(first[0]);
      return { value: first[1], done: false };
    }
    if (this.#isEnded) return { value: undefined, done: true };
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  async return(): Promise<IteratorResult<Notification, undefined>> {
    this.#waiting.clear();
    this.end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function merged(earlier: Notification, later: Notification): Notification {
  if (earlier.method !== "session.output" || later.method !== "session.output") return later;
  const all = earlier.params.output + later.params.output;
  const output = all.slice(-MAX_WAITING_CHARS);
  const isCut = output.length < all.length || earlier.params.dropped === true || later.params.dropped === true;
  return { method: later.method, params: { ...later.params, output, ...(isCut ? { dropped: true as const } : {}) } };
}
