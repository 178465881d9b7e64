import { Socket, connect } from "node:net";
import { SpawnError } from "../../base/index.js";

/** What libuv offers for a descriptor; the part that we use. */
interface PipeHandle {
  open(fd: number): number;
  readStart(): number;
  readStop(): number;
}

type PipeConstructor = new (type: number) => PipeHandle;
const PIPE_SOCKET = 0;

let pipeConstructor: PipeConstructor | undefined;

/**
 * Node has no public way to wait for a terminal's master side: `new net.Socket({fd})` refuses terminals, and a
 * tty.ReadStream writes to it in a busy loop. A pipe handle is what libuv uses for any descriptor that can be polled;
 * its class is reached through a socket that connects nowhere.
 */
function pipeClass(): PipeConstructor {
  if (pipeConstructor === undefined) {
    const probe = connect({ path: "/" });
    probe.on("error", () => undefined);
    const { _handle: handle } = probe as unknown as { _handle: object };
    pipeConstructor = handle.constructor as PipeConstructor;
    probe.destroy();
  }
  return pipeConstructor;
}

/** Half a megabyte would not be filled: the kernel hands out a PTY's output in pieces of 4 KiB, up to 64 KiB at once. */
export const READ_BUFFER_BYTES = 65_536;

/** One for all terminals: it is filled and used up within one callback. */
const readBuffer = Buffer.allocUnsafeSlow(READ_BUFFER_BYTES);

export interface MasterStreamListener {
  /** `count` bytes are at the start of `buffer`, whose rest may be used during the call. */
  onReadable(buffer: Buffer, count: number): void;
  /** Nobody has the other side open. */
  onHangup(): void;
}

/**
 * A net.Socket that closes its descriptor when its owner says so and never by itself: what was written before a hang-up may
 * still be in the kernel, and a descriptor that was closed behind our back would soon be somebody else's.
 */
class MasterSocket extends Socket {
  onHangup: (() => void) | undefined;

  override destroy(error?: Error): this {
    if (this.onHangup === undefined) return super.destroy(error);
    this.onHangup();
    return this;
  }
}

/** The master side of a terminal: reads and writes when the kernel says that it can, never by trying again and again. */
export class MasterStream {
  readonly #socket: MasterSocket;
  readonly #handle: PipeHandle;
  #isClosed = false;

  constructor(fd: number, listener: MasterStreamListener) {
    const handle = new (pipeClass())(PIPE_SOCKET);
    const problem = handle.open(fd);
    if (problem !== 0)
      throw new SpawnError(
        "spawn_failed",
        "(any)",
        `the terminal cannot be polled (error ${problem}); close sessions and try again`,
      );
    this.#handle = handle;
    const options = {
      handle,
      allowHalfOpen: true,
      manualStart: true,
      onread: {
        buffer: readBuffer,
        callback: (count: number) => {
          listener.onReadable(readBuffer, count);
          return true;
        },
      },
    };
    const socket = new MasterSocket(options);
    const hangup = (): void => {
      this.stopReading();
      listener.onHangup();
    };
    socket.onHangup = hangup;
    // libuv before 1.52 reports the end after a partial read with hang-up, while output is still waiting.
    socket.on("end", hangup);
    socket.on("error", () => undefined);
    this.#socket = socket;
    this.startReading();
  }

  startReading(): void {
    if (!this.#isClosed) this.#handle.readStart();
  }

  stopReading(): void {
    if (!this.#isClosed) this.#handle.readStop();
  }

  write(bytes: Uint8Array, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, done);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.onHangup = undefined;
    this.#socket.destroy();
  }
}
