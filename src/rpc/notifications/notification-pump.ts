import { TURN_MS, TurnTaker } from "../../base/index.js";
import type { MessageSink } from "../../jsonrpc/index.js";
import { loopTurns } from "../../jsonrpc/index.js";
import type { Subscription } from "./subscription.js";

/** Time between two pushes; what happens in between is sent with the next one. */
const MIN_INTERVAL_MS = 10;

/** Decides when notifications are sent: soon, but never before the answer to the request that caused them, and never faster than the client reads. */
export class NotificationPump {
  readonly #subscription: Subscription;
  readonly #sink: MessageSink;
  readonly #taker = new TurnTaker();
  #holds = 0;
  #isScheduled = false;
  #isClosed = false;
  #lastMs = -Infinity;

  constructor(subscription: Subscription, sink: MessageSink) {
    this.#subscription = subscription;
    this.#sink = sink;
  }

  schedule(): void {
    if (this.#isScheduled || this.#isClosed || this.#holds > 0) return;
    this.#isScheduled = true;
    const wait = this.#lastMs + MIN_INTERVAL_MS - performance.now();
    // Not at once: the answer to the request that caused it is written in this tick of the event loop.
    if (wait > 0) setTimeout(() => this.#push(), wait);
    else setImmediate(() => this.#push());
  }

  /** Holds back the notifications of these sessions and adapters, or all if left out, until the returned function is called. */
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

  /** `turnEnds`: until when it need not wait for its turn. */
  #push(turnEnds = 0): void {
    this.#isScheduled = false;
    if (this.#isClosed || this.#holds > 0) return;
    this.#lastMs = performance.now();
    while (this.#subscription.hasPending) {
      const began = performance.now();
      const drained = this.#sink.whenDrained();
      const pause = drained ?? (began < turnEnds ? undefined : loopTurns.next(this.#taker));
      if (pause !== undefined) {
        this.#isScheduled = true;
        void pause.then(() => this.#push(drained === undefined ? performance.now() + TURN_MS : 0));
        return;
      }
      for (const json of this.#subscription.takeOne()) this.#sink.send(json);
      loopTurns.spent(this.#taker, performance.now() - began);
    }
  }
}
