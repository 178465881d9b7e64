import type { JsonValue, PluginWorker } from "../runtime/index.js";

/** An idle thread costs some 10 MB; starting it again takes some 50 ms. */
const IDLE_MS = 30_000;

export type PredicateWorker = Pick<PluginWorker, "call" | "close">;

/** A plugin that answers the predicates of one session; ended when it was idle for a while. */
export class PredicateInstance {
  readonly #worker: Promise<PredicateWorker>;
  readonly #onEnd: () => void;
  #unanswered = 0;
  #idle: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  constructor(worker: Promise<PredicateWorker>, onEnd: () => void) {
    this.#worker = worker;
    this.#onEnd = onEnd;
  }

  get isIdle(): boolean {
    return this.#unanswered === 0;
  }

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  async call(predicate: string, input: JsonValue): Promise<JsonValue> {
    clearTimeout(this.#idle);
    this.#unanswered++;
    try {
      return await (await this.#started()).call(predicate, input);
    } finally {
      if (--this.#unanswered === 0 && !this.isClosing)
        this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #started(): Promise<PredicateWorker> {
    try {
      return await this.#worker;
    } catch (error) {
      // Closed, so that the next call tries to load it again: the failure may have been temporary.
      void this.close();
      throw error;
    }
  }

  async #close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker.then((worker) => worker.close()).catch(() => undefined);
    this.#onEnd();
  }
}
