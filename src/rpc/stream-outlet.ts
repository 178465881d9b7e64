import type { Writable } from "node:stream";
import type { FramingName } from "../framing/index.js";
import { encodeFrame } from "../framing/index.js";
import type { Outlet } from "./outlet.js";

export interface StreamOutletOptions {
  readonly pacesRequests: boolean;
  /** Bytes that may wait for the reader before `onOverflow` is called instead of sending. */
  readonly maxUnreadBytes: number;
  readonly onOverflow: () => void;
}

/** Messages as frames on a stream. */
export class StreamOutlet implements Outlet {
  readonly #output: Writable;
  readonly #framing: FramingName;
  readonly #options: StreamOutletOptions;
  #isCorked = false;
  #drained: Promise<void> | undefined;

  constructor(output: Writable, framing: FramingName, options: StreamOutletOptions) {
    this.#output = output;
    this.#framing = framing;
    this.#options = options;
  }

  get pacesRequests(): boolean {
    return this.#options.pacesRequests;
  }

  send(json: string): void {
    if (!this.#output.writable) return;
    // One message may be larger than all that may wait: a screen of a million cells is asked for by those who read it.
    if (this.#output.writableLength > this.#options.maxUnreadBytes) return this.#options.onOverflow();
    this.#cork();
    this.#output.write(encodeFrame(this.#framing, json));
  }

  whenDrained(): Promise<void> | undefined {
    if (!this.#output.writable || !this.#output.writableNeedDrain) return undefined;
    return (this.#drained ??= new Promise((resolve) => {
      const done = (): void => {
        this.#output.off("drain", done).off("close", done);
        this.#drained = undefined;
        resolve();
      };
      this.#output.on("drain", done).on("close", done);
    }));
  }

  /** The answers of one turn leave in one system call. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#output.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#output.uncork();
    });
  }
}
