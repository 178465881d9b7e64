import type { Readable, Writable } from "node:stream";
import { LARGE_MESSAGE_BYTES, MAX_ALL_UNREAD_OUTPUT_BYTES, MAX_UNREAD_OUTPUT_BYTES } from "../base/index.js";
import type { Connection } from "./connection.js";
import type { Frame, FrameDecoder, FramingName } from "./framing/index.js";
import { frameDecoder } from "./framing/index.js";
import { largeMessages } from "./large-message-gate.js";
import type { MessageSink } from "./message-sink.js";
import { StreamSink } from "./stream-sink.js";

/** Why serving ended. */
export type ServeEnd =
  /** The input ended, and everything was answered. */
  | "input_ended"
  /** A frame was broken, so that nothing after it could be read. */
  | "broken_frame"
  /** Nobody reads the answers any more. */
  | "client_gone";

/** What differs between a pipe and a socket. */
export interface StreamKind {
  /** Waits for a slow reader however long (pipes); else one that lags far behind and reads nothing is dropped (sockets). */
  readonly isPatient: boolean;
  readonly partialFrameMs?: number | undefined;
  /** Ends the output at the end; else its owner does. */
  readonly endsOutput: boolean;
  /** Polled after the end of the input: is nobody left to read the answers? */
  readonly isClientGone?: (() => boolean) | undefined;
  /** Called before a client that does not read is dropped. */
  readonly onDrop?: ((unreadBytes: number) => void) | undefined;
}

export const PIPE: StreamKind = { isPatient: true, endsOutput: false };
/** Polled, since the kernel sends no event when a client that only reads goes away. */
const CLIENT_CHECK_MS = 1_000;
/** How long a client that was cut off may take to read why. */
const HANG_UP_MS = 1_000;
/** The waits of a client that is gone must end within 50 ms. */
const PAUSED_CHECK_MS = 40;

/** The streams, and what answers the messages that come from them. */
export interface Served {
  readonly framing: FramingName;
  readonly input: Readable;
  readonly output: Writable;
  readonly kind: StreamKind;
  readonly connect: (sink: MessageSink) => Connection;
}

/** Those whose clients read as fast as they like. */
let clients = 0;
const shareOfUnread = (): number => Math.min(MAX_UNREAD_OUTPUT_BYTES, MAX_ALL_UNREAD_OUTPUT_BYTES / clients);

/** Serves messages on a pair of streams until the input ends and all of it is answered. */
export async function serveStreams(served: Served): Promise<ServeEnd> {
  if (served.kind.isPatient) return new Conversation(served).run();
  clients++;
  try {
    return await new Conversation(served).run();
  } finally {
    clients--;
  }
}

/** One connection on a pair of streams. */
class Conversation {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #kind: StreamKind;
  readonly #decoder: FrameDecoder;
  readonly #sink: StreamSink;
  readonly #connection: Connection;
  readonly #end: Promise<ServeEnd>;
  #finish!: (end: ServeEnd) => void;
  #partialTimer: NodeJS.Timeout | undefined;
  #leaveGate: (() => void) | undefined;

  constructor({ framing, input, output, kind, connect }: Served) {
    this.#input = input;
    this.#output = output;
    this.#kind = kind;
    this.#decoder = frameDecoder(framing, { largeBytes: LARGE_MESSAGE_BYTES });
    this.#end = new Promise((resolve) => (this.#finish = resolve));
    this.#sink = new StreamSink(output, framing, {
      maxUnreadBytes: kind.isPatient ? () => 0 : shareOfUnread,
      onStall: kind.isPatient ? undefined : () => this.#drop(),
    });
    this.#connection = connect(this.#sink);
  }

  async run(): Promise<ServeEnd> {
    this.#output.on("error", () => this.#gone()).on("close", () => this.#gone());
    this.#input.on("error", () => this.#gone());
    this.#input.on("data", (chunk: Uint8Array) => this.#received(chunk));
    this.#input.on("end", () => void this.#inputEnded());
    const end = await this.#end;
    this.#leaveGate?.();
    this.#stopPartialTimer();
    this.#input.removeAllListeners("data").pause();
    if (end !== "client_gone") await this.#flushed();
    else if (this.#kind.endsOutput) this.#output.destroy();
    if (end === "broken_frame" && this.#kind.endsOutput) this.#hangUp();
    this.#connection.close();
    return end;
  }

  #received(chunk: Uint8Array): void {
    const frames = this.#decoder.push(chunk);
    this.#watchPartialFrame(frames.length > 0);
    this.#handle(frames);
    if (this.#connection.isFull) void this.#pauseInput(this.#connection.whenRoom());
    else if (this.#decoder.heldBytes > LARGE_MESSAGE_BYTES) this.#enterGate();
  }

  /** The rest of a large message is read when few enough others are sending one. */
  #enterGate(): void {
    if (this.#leaveGate !== undefined) return;
    let isInside = false;
    let onInside = (): void => undefined;
    this.#leaveGate = largeMessages.enter(() => {
      isInside = true;
      onInside();
    });
    if (!isInside) void this.#pauseInput(new Promise((resolve) => (onInside = resolve)));
  }

  /** A paused input reports no end of file, so that the client has to be polled. */
  async #pauseInput(until: Promise<void> | undefined): Promise<void> {
    if (this.#input.isPaused()) return;
    this.#input.pause();
    this.#stopPartialTimer();
    const stopChecking = this.#checkClient(PAUSED_CHECK_MS);
    await until;
    stopChecking();
    this.#watchPartialFrame(false);
    this.#input.resume();
  }

  #handle(frames: readonly Frame[]): void {
    for (const frame of frames) {
      if (frame.type === "message") this.#connection.receive(frame.text);
      else if (frame.type === "large") {
        const leave = this.#leaveGate;
        this.#leaveGate = undefined;
        this.#connection.receiveLarge(frame.bytes, () => leave?.());
      } else {
        this.#connection.refuse(frame.code === -32700 ? "parse_error" : "invalid_request", frame.message);
        if (frame.fatal) void this.#breakOff();
      }
    }
  }

  async #breakOff(): Promise<void> {
    this.#input.pause();
    await this.#connection.whenCaughtUp();
    this.#finish("broken_frame");
  }

  async #inputEnded(): Promise<void> {
    this.#stopPartialTimer();
    this.#handle(this.#decoder.end());
    const stopChecking = this.#checkClient(CLIENT_CHECK_MS);
    await this.#connection.idle();
    stopChecking();
    this.#connection.flush();
    this.#finish("input_ended");
  }

  /** Requests of a client that is gone still take effect; its waits are ended. */
  #checkClient(intervalMs: number): () => void {
    const isGone = this.#kind.isClientGone;
    if (isGone === undefined) return () => undefined;
    const check = (): void => {
      if (isGone()) this.#gone();
    };
    check();
    const checking = setInterval(check, intervalMs).unref();
    return () => clearInterval(checking);
  }

  /** Limits the time for the rest of a message, counted from its first byte. */
  #watchPartialFrame(isNew: boolean): void {
    const limit = this.#kind.partialFrameMs;
    if (limit === undefined) return;
    if (isNew || !this.#decoder.isPartial) this.#stopPartialTimer();
    if (this.#decoder.isPartial) this.#partialTimer ??= setTimeout(() => this.#tooSlow(limit), limit).unref();
  }

  #stopPartialTimer(): void {
    clearTimeout(this.#partialTimer);
    this.#partialTimer = undefined;
  }

  #tooSlow(limit: number): void {
    this.#connection.refuse("invalid_request", `the rest of a message did not come within ${limit / 1000} s`);
    void this.#breakOff();
  }

  /** Closes the connection if the client does not. What it still sends is ignored. */
  #hangUp(): void {
    this.#input.resume();
    const timer = setTimeout(() => this.#output.destroy(), HANG_UP_MS).unref();
    this.#output.on("close", () => clearTimeout(timer));
  }

  #drop(): void {
    this.#kind.onDrop?.(this.#output.writableLength);
    this.#output.destroy();
  }

  #gone(): void {
    this.#connection.close();
    this.#finish("client_gone");
  }

  /** Resolves when everything was written, or nobody reads it. */
  async #flushed(): Promise<void> {
    await this.#sink.whenSent();
    this.#sink.flush();
    if (!this.#output.writable) return;
    await new Promise<void>((resolve) => {
      const done = (): void => resolve();
      this.#output.on("close", done);
      if (this.#kind.endsOutput) this.#output.end(done);
      else this.#output.write("", done);
    });
  }
}
