import type { Writable } from "node:stream";
import { TurnTaker } from "../base/index.js";
import type { FramingName } from "./framing/index.js";
import { encodeFrame, frameEnds } from "./framing/index.js";
import type { LargeText, Outgoing } from "./large-text.js";
import type { MessageSink } from "./message-sink.js";

/** A reader with a full buffer that takes nothing for this long is taken for dead. */
const STALL_MS = 2_000;
/** More is written at once, so that the stream can signal back-pressure. */
const MAX_GATHERED_CHARS = 65_536;

export interface StreamSinkOptions {
  /** Unread output beyond this makes requests wait; asked for each time. */
  readonly maxUnreadBytes: () => number;
  /** Called when that much is unread and the reader has taken nothing for a while. Left out, the reader has no time limit. */
  readonly onStall?: (() => void) | undefined;
}

/** Messages as frames on a stream. */
export class StreamSink implements MessageSink {
  readonly #output: Writable;
  readonly #framing: FramingName;
  readonly #options: StreamSinkOptions;
  /** Messages queued behind a large one that is being sent. */
  readonly #waiting: Outgoing[] = [];
  readonly #taker = new TurnTaker();
  #sending: Promise<void> | undefined;
  /** The answers of one event-loop tick are written with one system call. */
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

  /** Writes what was sent in this tick; call it before ending the stream. */
  flush(): void {
    this.#isFlushDue = false;
    const text = this.#gathered;
    this.#gathered = "";
    if (text !== "" && this.#output.writable) this.#write(text);
  }

  /** Resolves when large messages, and those queued behind them, were written to the stream; undefined if there are none. */
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

  /** Encodes it piece by piece, no faster than the reader takes them. */
  async #sendLarge(text: LargeText): Promise<void> {
    const { head, tail } = frameEnds(this.#framing);
    // The header needs the length, so everything is encoded twice: holding it would take a quarter of a gigabyte.
    const first = head === undefined ? "" : head(await text.byteLength(this.#taker));
    let gathered = "";
    const write = (): void => {
      if (gathered === "" || !this.#output.writable) return;
      this.flush();
      // As a Buffer: a stream copies strings once more when they have to wait.
      this.#write(Buffer.from(gathered));
      gathered = "";
    };
    await text.between(first, tail).read((piece) => {
      if (!this.#output.writable) return false;
      // A row of a screen is no reason for a system call, nor to wake up the reader.
      gathered += piece;
      if (gathered.length <= MAX_GATHERED_CHARS) return undefined;
      write();
      return this.#whenRoom();
    }, this.#taker);
    write();
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
    return this.#output.writable && this.#output.writableLength > this.#options.maxUnreadBytes();
  }

  #watchStall(onStall: () => void): NodeJS.Timeout {
    let [writes, bytesLeft] = [this.#writesTaken, bytesInFlight(this.#output)];
    const timer = setInterval(() => {
      // Not by how much is unread: that stays the same if it is filled up as fast as it is read.
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

/** Node reports a write when all of it is done; only libuv knows how much of it the kernel has not taken yet. */
function bytesInFlight(output: Writable): number {
  const { _handle: handle } = output as unknown as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}
