import type { Writable } from "node:stream";
import type { FramingName } from "../framing/index.js";
import { encodeFrame } from "../framing/index.js";
import type { Outlet } from "./outlet.js";

/** A reader that takes nothing for so long, with so much to take, is dead. */
const STALL_MS = 2_000;

export interface StreamOutletOptions {
  /** What may be unread before requests wait. */
  readonly maxUnreadBytes: number;
  /** Called when that much is unread and the reader has taken nothing for a while; without it, it has all the time it needs. */
  readonly onStall?: (() => void) | undefined;
}

/** Messages as frames on a stream. */
export class StreamOutlet implements Outlet {
  readonly #output: Writable;
  readonly #framing: FramingName;
  readonly #options: StreamOutletOptions;
  #isCorked = false;
  #drained: Promise<void> | undefined;
  #stallTimer: NodeJS.Timeout | undefined;

  constructor(output: Writable, framing: FramingName, options: StreamOutletOptions) {
    this.#output = output;
    this.#framing = framing;
    this.#options = options;
  }

  send(json: string): void {
    if (!this.#output.writable) return;
    this.#cork();
    this.#output.write(encodeFrame(this.#framing, json));
    if (this.#options.onStall !== undefined && this.#isFull)
      this.#stallTimer ??= this.#watchStall(this.#options.onStall);
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

  whenReady(): Promise<void> | undefined {
    return this.#isFull ? this.whenDrained() : undefined;
  }

  get #isFull(): boolean {
    return this.#output.writable && this.#output.writableLength > this.#options.maxUnreadBytes;
  }

  #watchStall(onStall: () => void): NodeJS.Timeout {
    let unsent = unsentBytes(this.#output);
    const timer = setInterval(() => {
      const before = unsent;
      unsent = unsentBytes(this.#output);
      if (this.#isFull && unsent < before) return;
      clearInterval(timer);
      this.#stallTimer = undefined;
      if (this.#isFull) onStall();
    }, STALL_MS).unref();
    return timer;
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

/** Node counts a write as done when all of it is; how much of it the kernel has taken only libuv knows. */
function unsentBytes(output: Writable): number {
  const { _handle: handle } = output as unknown as { _handle?: { writeQueueSize?: number } | null };
  return output.writableLength + (handle?.writeQueueSize ?? 0);
}
