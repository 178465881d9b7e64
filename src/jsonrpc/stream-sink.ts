import type { Writable } from "node:stream";
import type { FramingName } from "./framing/frame.js";
import { encodeFrame, frameEnds } from "./framing/encode-frame.js";
import type { LargeText, Outgoing } from "./large-text.js";
import type { MessageSink } from "./message-sink.js";

/** A reader that takes nothing for so long, with so much to take, is dead. */
const STALL_MS = 2_000;
/** More is handed over at once: the stream tells when its reader does not keep up. */
const MAX_GATHERED_CHARS = 65_536;

export interface StreamSinkOptions {
  /** What may be unread before requests wait. */
  readonly maxUnreadBytes: number;
  /** Called when that much is unread and the reader has taken nothing for a while; without it, it has all the time it needs. */
  readonly onStall?: (() => void) | undefined;
}

/** Messages as frames on a stream. */
export class StreamSink implements MessageSink {
  readonly #output: Writable;
  readonly #framing: FramingName;
  readonly #options: StreamSinkOptions;
  /** Behind a large message that is being sent. */
  readonly #waiting: Outgoing[] = [];
  #sending: Promise<void> | undefined;
  /** The answers of one turn leave as one: a system call, and a copy, for all of them. */
  #gathered = "";
  #isFlushDue = false;
  #drained: Promise<void> | undefined;
  #stallTimer: NodeJS.Timeout | undefined;
  #writesTaken = 0;
  readonly #onWritten = (): void => {
    this.#writesTaken++;
  };

  constructor(output: Writable, framing: FramingName, options: StreamSinkOptions) {
    this.#output = output;
    this.#framing = framing;
    this.#options = options;
  }

  send(message: Outgoing): void {
    if (typeof message === "string" && this.#sending === undefined) return this.#sendText(message);
    this.#waiting.push(message);
    this.#sending ??= this.#sendWaiting();
  }

  /** Hands over what was sent in this turn; whoever ends the stream must do so before. */
  flush(): void {
    this.#isFlushDue = false;
    const text = this.#gathered;
    this.#gathered = "";
    if (text !== "" && this.#output.writable) this.#write(text);
  }

  /** A promise for when the large messages, and what was sent behind them, are with the stream; undefined if there are none. */
  whenSent(): Promise<void> | undefined {
    return this.#sending;
  }

  whenDrained(): Promise<void> | undefined {
    return this.#sending ?? this.#whenStreamDrained();
  }

  whenReady(): Promise<void> | undefined {
    return this.#sending ?? this.#whenRoom();
  }

  #sendText(json: string): void {
    if (this.#output.writable) this.#writeText(encodeFrame(this.#framing, json));
  }

  async #sendWaiting(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      if (typeof next === "string") this.#sendText(next);
      else await this.#sendLarge(next);
    this.#sending = undefined;
  }

  /** Its pieces are written as they are made, and made no faster than they are read. */
  async #sendLarge(text: LargeText): Promise<void> {
    const { head, tail } = frameEnds(this.#framing);
    // The length comes first, so that everything is made twice; to hold it would take a quarter of a gigabyte.
    const first = head === undefined ? "" : head(await text.byteLength());
    await text.between(first, tail).read((piece) => {
      if (!this.#output.writable) return false;
      // The stream copies strings once more when they have to wait.
      this.flush();
      this.#write(Buffer.from(piece));
      return this.#whenRoom();
    });
  }

  #writeText(text: string): void {
    this.#gathered += text;
    if (this.#gathered.length > MAX_GATHERED_CHARS) this.flush();
    else if (!this.#isFlushDue) {
      this.#isFlushDue = true;
      process.nextTick(() => this.flush());
    }
  }

  #write(data: string | Buffer): void {
    this.#output.write(data, this.#onWritten);
    if (this.#options.onStall !== undefined && this.#isFull)
      this.#stallTimer ??= this.#watchStall(this.#options.onStall);
  }

  #whenStreamDrained(): Promise<void> | undefined {
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

  #whenRoom(): Promise<void> | undefined {
    return this.#isFull ? this.#whenStreamDrained() : undefined;
  }

  get #isFull(): boolean {
    return this.#output.writable && this.#output.writableLength > this.#options.maxUnreadBytes;
  }

  #watchStall(onStall: () => void): NodeJS.Timeout {
    let [writes, bytesLeft] = [this.#writesTaken, bytesInFlight(this.#output)];
    const timer = setInterval(() => {
      // Not by how much is unread: for a reader that is busy, that is filled up as fast as it is taken.
      const isTaking = this.#writesTaken > writes || bytesInFlight(this.#output) < bytesLeft;
      [writes, bytesLeft] = [this.#writesTaken, bytesInFlight(this.#output)];
      if (this.#isFull && isTaking) return;
      clearInterval(timer);
      this.#stallTimer = undefined;
      if (this.#isFull) onStall();
    }, STALL_MS).unref();
    return timer;
  }
}

/** Node counts a write as done when all of it is; how much of it the kernel has not taken yet only libuv knows. */
function bytesInFlight(output: Writable): number {
  const { _handle: handle } = output as unknown as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}
