import type { ExitStatus, SessionEvent } from "../../api/index.js";

/** What a listener is called with, by the name of its event. */
export interface SessionListeners {
  changed: (sequence: number) => void;
  exited: (status: ExitStatus) => void;
}

type Subscriber = (event: SessionEvent) => void;

/** Emits events to listeners and iterators. A slow iterator gets one `changed` for many, so that no queue grows without end. */
export class EventHub {
  readonly #subscribers = new Set<Subscriber>();
  /** Events emitted by a listener while another event is being emitted. */
  readonly #later: SessionEvent[] = [];
  #isTelling = false;
  #exit: ExitStatus | undefined;

  /** Calls the listener for each event; the returned function ends it. A listener added after the exit is still called for it. */
  on<K extends keyof SessionListeners>(type: K, listener: SessionListeners[K]): () => void {
    const subscriber: Subscriber = (event) => {
      if (event.type === "changed" && type === "changed") (listener as SessionListeners["changed"])(event.sequence);
      if (event.type === "exited" && type === "exited") (listener as SessionListeners["exited"])(event.status);
    };
    this.#subscribers.add(subscriber);
    const status = this.#exit;
    if (status !== undefined)
      queueMicrotask(() => {
        if (this.#subscribers.has(subscriber)) subscriber({ type: "exited", status });
      });
    return () => this.#subscribers.delete(subscriber);
  }

  /** A listener may resize, which emits again: all listeners get the first event before any gets the second. */
  emit(event: SessionEvent): void {
    if (event.type === "exited") this.#exit = event.status;
    this.#later.push(event);
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let next = this.#later.shift(); next !== undefined; next = this.#later.shift()) this.#tell(next);
    this.#isTelling = false;
  }

  #tell(event: SessionEvent): void {
    // A copy: a listener that is added meanwhile is called for an exit by `on`.
    for (const subscriber of [...this.#subscribers]) {
      if (!this.#subscribers.has(subscriber)) continue;
      try {
        subscriber(event);
      } catch (error) {
        // An error of a listener must surface, but not stop the reading of output.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** Every event from now on; ends after `exited`. */
  iterate(): AsyncIterableIterator<SessionEvent> {
    let latest: SessionEvent | undefined;
    let exit: SessionEvent | undefined = this.#exit === undefined ? undefined : { type: "exited", status: this.#exit };
    let isDone = false;
    let sleepers: (() => void)[] = [];
    const wake = (): void => {
      const woken = sleepers;
      sleepers = [];
      for (const resolve of woken) resolve();
    };
    const subscriber: Subscriber = (event) => {
      if (event.type === "changed") latest = event;
      else exit = event;
      wake();
    };
    this.#subscribers.add(subscriber);
    const finish = (): IteratorResult<SessionEvent> => {
      isDone = true;
      this.#subscribers.delete(subscriber);
      wake();
      return { done: true, value: undefined };
    };
    return {
      next: async () => {
        while (!isDone) {
          const event = latest ?? exit;
          if (event !== undefined) {
            if (event === latest) latest = undefined;
            else {
              finish();
            }
            return { done: false, value: event };
          }
          await new Promise<void>((resolve) => sleepers.push(resolve));
        }
        return finish();
      },
      return: () => Promise.resolve(finish()),
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}
