import type { RunOptions } from "../api/index.js";
import { InvalidArgumentError, shown } from "../base/index.js";

/** More is not kept for a function that does not take it. */
const MAX_UNTAKEN_CHARS = 16_777_216;

/** Calls a function of the caller's with what a run in a server prints, one piece after the other. */
export class RemoteRunOutput {
  readonly #onOutput: NonNullable<RunOptions["onOutput"]>;
  readonly #failed = new AbortController();
  #untaken = "";
  #taking: Promise<void> | undefined;

  constructor(onOutput: unknown) {
    if (typeof onOutput !== "function")
      throw new InvalidArgumentError("onOutput", `onOutput must be a function, got ${shown(onOutput)}`);
    this.#onOutput = onOutput as NonNullable<RunOptions["onOutput"]>;
  }

  /** Fires, with what the function threw, when it can be called no more. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  push(text: string): void {
    if (this.failed.aborted) return;
    this.#untaken += text;
    if (this.#untaken.length > MAX_UNTAKEN_CHARS)
      this.#failed.abort(
        new InvalidArgumentError(
          "onOutput",
          `onOutput takes the output too slowly: ${this.#untaken.length} characters wait for it, and no more than ${MAX_UNTAKEN_CHARS} are kept`,
        ),
      );
    this.#taking ??= this.#take();
  }

  /** Resolves when all was taken. */
  async taken(): Promise<void> {
    await this.#taking;
    this.failed.throwIfAborted();
  }

  async #take(): Promise<void> {
    try {
      for (let text = this.#untaken; text !== "" && !this.failed.aborted; text = this.#untaken) {
        this.#untaken = "";
        await this.#onOutput(text);
      }
    } catch (error) {
      this.#failed.abort(error);
    } finally {
      this.#taking = undefined;
    }
  }
}
