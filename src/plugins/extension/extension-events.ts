import type { AdapterEvent } from "../../api/index.js";
import type { Look } from "./classifier.js";
import type { ExtensionState } from "./extension-state.js";

/** What is told of an adapter, and, in this process, every look. */
export type ExtensionEvent = (AdapterEvent | { readonly type: "classified"; readonly state: ExtensionState }) & {
  /** The look that it comes from. */
  readonly look: Look;
};

export type ExtensionListener = (event: ExtensionEvent) => void;

/** Unread events kept for a slow reader; beyond that the oldest classifications are dropped, since newer ones replace them. */
const MAX_UNREAD = 1_024;

/** Events from now on, in order, for one reader. Ends when the handle is closed or the reader stops. */
export class ExtensionEvents implements AsyncIterableIterator<ExtensionEvent> {
  readonly #unread: ExtensionEvent[] = [];
  readonly #stop: () => void;
  #takers: ((result: IteratorResult<ExtensionEvent, undefined>) => void)[] = [];
  #isOver = false;

  constructor(subscribe: (listener: ExtensionListener, onEnd: () => void) => () => void) {
    this.#stop = subscribe(
      (event) => this.#push(event),
      () => this.#end(),
    );
  }

  async next(): Promise<IteratorResult<ExtensionEvent, undefined>> {
    const value = this.#unread.shift();
    if (value !== undefined) return { value, done: false };
    if (this.#isOver) return { value: undefined, done: true };
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  async return(): Promise<IteratorResult<ExtensionEvent, undefined>> {
    this.#stop();
    this.#unread.length = 0;
    this.#end();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #push(event: ExtensionEvent): void {
    const taker = this.#takers.shift();
    if (taker !== undefined) return taker({ value: event, done: false });
    this.#unread.push(event);
    if (this.#unread.length <= MAX_UNREAD) return;
    const oldest = this.#unread.findIndex(({ type }) => type === "classified");
    this.#unread.splice(Math.max(0, oldest), 1);
  }

  #end(): void {
    this.#isOver = true;
    for (const taker of this.#takers.splice(0)) taker({ value: undefined, done: true });
  }
}
