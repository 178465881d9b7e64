import type { MessageSink } from "../../jsonrpc/index.js";
import type { Subscription } from "./subscription.js";

/** Notifications of one moment are pushed together, and moments are at least this far apart. */
const MIN_INTERVAL_MS = 10;

/** Decides when notifications go out: at once when it is quiet, never before an answer they follow from, never faster than read. */
export class NotificationPump {
  readonly #subscription: Subscription;
  readonly #outlet: MessageSink;
  #holds = 0;
  #isScheduled = false;
  #isClosed = false;
  #lastMs = -Infinity;

  constructor(subscription: Subscription, outlet: MessageSink) {
    this.#subscription = subscription;
    this.#outlet = outlet;
  }

  schedule(): void {
    if (this.#isScheduled || this.#isClosed || this.#holds > 0) return;
    this.#isScheduled = true;
    const wait = this.#lastMs + MIN_INTERVAL_MS - performance.now();
    // Never at once: the answer to the request that caused it is written in this turn of the event loop.
    if (wait > 0) setTimeout(() => this.#push(), wait);
    else setImmediate(() => this.#push());
  }

  /** Nothing of these sessions and adapters goes out, nothing at all if none is named, until the returned function is called. */
  hold(ids?: readonly string[]): () => void {
    const release = ids === undefined ? this.#holdAll() : this.#subscription.hold(ids);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      release();
      if (this.#subscription.hasPending) this.schedule();
    };
  }

  takeAll(): string[] {
    const all: string[] = [];
    while (this.#subscription.hasPending) all.push(...this.#subscription.takeOne());
    return all;
  }

  close(): void {
    this.#isClosed = true;
    this.#subscription.close();
  }

  #holdAll(): () => void {
    this.#holds++;
    return () => this.#holds--;
  }

  #push(): void {
    this.#isScheduled = false;
    if (this.#isClosed || this.#holds > 0) return;
    this.#lastMs = performance.now();
    while (this.#subscription.hasPending) {
      const ready = this.#outlet.whenDrained();
      if (ready !== undefined) {
        this.#isScheduled = true;
        void ready.then(() => this.#push());
        return;
      }
      for (const json of this.#subscription.takeOne()) this.#outlet.send(json);
    }
  }
}
