import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { constants as osConstants } from "node:os";
import { SessionClosedError, SpawnError } from "../../base/index.js";
import type { TerminalSize } from "../target/index.js";
import { AheadOutput } from "./ahead-output.js";
import { withoutInheritedDescriptors } from "./inherited-descriptors.js";
import { MasterOutput, WORTH_DRAINING_BYTES } from "./master-output.js";
import { MasterStream, READ_BUFFER_BYTES } from "./master-stream.js";
import type { ForkResult } from "./native-binding.js";
import { nodePty, spawnHelperPath } from "./native-binding.js";
import { readProcess, ticksNow } from "./proc-fs.js";
import type { Birth, ExitStatus, Launch, PtyListener, PtyOutput, PtyProcess } from "./pty-process.js";
import { canFork } from "./process-limits.js";
import { ReadAhead } from "./read-ahead.js";
import type { SessionCgroup } from "./session-cgroup.js";

/**
 * What a dead process can have left in the kernel is far less. The bound matters when somebody else goes on writing
 * to the same terminal: the exit is then reported all the same.
 */
const MAX_DRAIN_AFTER_EXIT_BYTES = 1_048_576;
/** Apart from the read buffer, because an exit may be reported while a batch is being looked at. */
const drainBuffer = Buffer.allocUnsafeSlow(READ_BUFFER_BYTES);

/** With as much as this at once a program writes faster than we parse; of a slower one nothing can be read ahead. */
const FLOOD_BYTES = READ_BUFFER_BYTES / 4;
/** More than can be parsed in one callback. */
const AHEAD_BUFFER_BYTES = 1_048_576;
/** One for all terminals: it is used within one callback. */
const readAhead = new ReadAhead(AHEAD_BUFFER_BYTES);

const SIGNAL_NAMES = new Map(Object.entries(osConstants.signals).map(([name, number]) => [number, name]));

interface PendingWrite {
  readonly bytes: number;
  readonly reject: (error: Error) => void;
}

/**
 * forkpty by node-pty's binding, everything else by us, for three reasons that its own classes cannot cure: they lose
 * the end of the output on libuv before 1.52, burn a core while a child does not read, and report a missing program as exit 1.
 */
export class UnixPty implements PtyProcess {
  readonly pid: number;
  readonly birth: Birth;
  readonly #fd: number;
  readonly #stream: MasterStream;
  readonly #listener: PtyListener;
  readonly #writes = new Set<PendingWrite>();
  /** Kept, not summed up: it is asked for with every answer to a program that may ask a hundred thousand times. */
  #pendingBytes = 0;
  #isPaused = false;
  #isClosed = false;
  #isHungUp = false;
  #isFlooded = false;
  /** What is being delivered. */
  #output: PtyOutput | undefined;
  /** The last read found nothing, and nobody who could write more. */
  #isAtEnd = false;
  #exit: ExitStatus | undefined;
  #isExitReported = false;
  #drainedAfterExit = 0;
  /** Who waits for reading to go on. */
  readonly #onResume = new Set<() => void>();
  /**
   * Our own hold on the child's side. While somebody has it open there is no hang-up, which libuv takes for the end of the
   * stream for good; a child may close its terminal and open it again. Let go of with the exit.
   */
  #childSide: number | undefined;

  /** In this control group, if there is one. */
  constructor(launch: Launch, listener: PtyListener, cgroup?: SessionCgroup) {
    this.#listener = listener;
    const { rows, cols, pixelWidth, pixelHeight } = launch.size;
    const env = Object.entries(launch.env).map(([name, value]) => `${name}=${value}`);
    const { native } = nodePty();
    const own = withoutInheritedDescriptors(launch);
    const [file, ...args] = [...(launch.behind ?? []), own.file, ...own.args];
    const fork = (): ForkResult =>
      native.fork(file, args, env, launch.cwd, cols, rows, -1, -1, true, spawnHelperPath(), (code, signal) =>
        this.#exited(code, signal),
      );
    // A tick less, as both are rounded.
    const notBefore = process.platform === "linux" ? ticksNow() - 1 : 0;
    let forked;
    try {
      if (!canFork()) throw new Error("the limit on processes and threads is reached (EAGAIN).");
      forked = cgroup === undefined ? fork() : cgroup.around(fork);
    } catch (error) {
      throw new SpawnError(
        "spawn_failed",
        launch.file,
        `cannot start ${launch.file}: ${(error as Error).message} ` +
          "The system may be out of terminals, processes or descriptors; close sessions or raise the limits.",
        { cause: error },
      );
    }
    this.pid = forked.pid;
    this.#fd = forked.fd;
    this.#childSide = openChildSide(forked.pty);
    this.birth = {
      start: process.platform === "linux" ? (readProcess(forked.pid)?.start ?? 0) : 0,
      notBefore,
      device: this.#childSide === undefined ? 0 : fstatSync(this.#childSide).rdev,
      path: forked.pty,
    };
    try {
      this.#stream = new MasterStream(forked.fd, {
        onReadable: (buffer, count) => this.#readable(buffer, count),
        onHangup: () => this.#hungUp(),
      });
    } catch (error) {
      // Nobody would ever read from it or close it.
      process.kill(forked.pid, "SIGKILL");
      closeSync(forked.fd);
      this.#letGo();
      throw error;
    }
    if (pixelWidth > 0 || pixelHeight > 0) this.resize(launch.size);
  }

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#isClosed || this.#isExitReported) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      const write: PendingWrite = { bytes: bytes.length, reject };
      this.#writes.add(write);
      this.#pendingBytes += write.bytes;
      this.#stream.write(bytes, (error) => {
        // A stream that was destroyed reports success for what it dropped; that write was rejected already.
        if (!this.#writes.delete(write)) return;
        this.#pendingBytes -= write.bytes;
        if (error === undefined || error === null) resolve();
        else reject(gone(error));
      });
    });
  }

  resize({ rows, cols, pixelWidth, pixelHeight }: TerminalSize): void {
    if (!this.#isClosed) nodePty().native.resize(this.#fd, cols, rows, pixelWidth, pixelHeight);
  }

  resume(): void {
    if (!this.#isPaused || this.#isClosed) return;
    this.#isPaused = false;
    this.#tellResumed();
    if (this.#exit !== undefined && !this.#isExitReported) this.#finish(this.#exit);
    if (!this.#isPaused) this.#stream.startReading();
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#exit !== undefined) return;
    try {
      process.kill(this.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  isInUse(): boolean {
    this.#letGo();
    if (this.#isClosed) return false;
    // Not to be read yet, or not before what is being delivered: whoever asks looks by other means.
    if (this.#isPaused || this.#output !== undefined) return true;
    for (let total = 0, count = 1; count > 0 && total < MAX_DRAIN_AFTER_EXIT_BYTES && !this.#isPaused; total += count)
      count = this.#deliverWaiting();
    return !this.#isClosed && !this.#isAtEnd;
  }

  async drained(): Promise<void> {
    for (let total = 0; total < MAX_DRAIN_AFTER_EXIT_BYTES && !this.#isClosed;) {
      if (this.#isPaused) await new Promise<void>((resolve) => this.#onResume.add(resolve));
      else {
        const count = this.#deliverWaiting();
        if (count === 0) return;
        total += count;
        await new Promise(setImmediate);
      }
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#output?.stop();
    this.#tellResumed();
    this.#letGo();
    this.#stream.close();
    this.#rejectWrites();
    if (this.#exit !== undefined && !this.#isExitReported) this.#report(this.#exit);
  }

  #readable(buffer: Buffer, count: number): void {
    if (this.#isClosed || this.#isPaused) return;
    const isAhead = count >= WORTH_DRAINING_BYTES && this.#isFlooded && readAhead.isReady;
    const output = isAhead
      ? new AheadOutput(readAhead, this.#fd, buffer.subarray(0, count), this.#readInto)
      : new MasterOutput(buffer, count, this.#readInto);
    this.#deliver(output);
    this.#isFlooded = output.bytes.length >= FLOOD_BYTES;
    if (this.#isFlooded) readAhead.noteFlood(output.bytes.length);
  }

  #deliver(output: PtyOutput): void {
    this.#output = output;
    let isTaken: boolean;
    try {
      isTaken = this.#listener.onOutput(output);
    } finally {
      output.stop();
      this.#output = undefined;
    }
    if (isTaken || this.#isClosed) return;
    this.#isPaused = true;
    this.#stream.stopReading();
  }

  readonly #readInto = (buffer: Buffer, position: number): number => {
    // Who takes output may close us; the descriptor may be somebody else's by now.
    if (this.#isClosed) return 0;
    try {
      const count = readSync(this.#fd, buffer, position, buffer.length - position, null);
      this.#isAtEnd = count === 0;
      return count;
    } catch (error) {
      // EAGAIN: nothing more now. EIO: nothing more, and nobody has the other side open.
      this.#isAtEnd = (error as NodeJS.ErrnoException).code === "EIO";
      return 0;
    }
  };

  /** Delivers a buffer full of what waits in the kernel and says how much it was. */
  #deliverWaiting(): number {
    const output = new MasterOutput(drainBuffer, 0, this.#readInto);
    const count = output.readAll().length;
    if (count > 0) this.#deliver(output);
    return count;
  }

  #tellResumed(): void {
    for (const tell of this.#onResume) tell();
    this.#onResume.clear();
  }

  /** Nobody has the other side open: after the exit that is the end. Before it we could not hold it, and wait for the exit. */
  #hungUp(): void {
    this.#isHungUp = true;
    if (this.#isExitReported) this.#closeDrained();
  }

  /** The end that libuv tells of may come before what was written last. */
  #closeDrained(): void {
    void this.drained().then(() => this.close());
  }

  #letGo(): void {
    if (this.#childSide !== undefined) closeSync(this.#childSide);
    this.#childSide = undefined;
  }

  /** Called when waitpid returned: the process is gone, its output may still be in the kernel. */
  #exited(code: number, signal: number): void {
    const name = signal === 0 ? undefined : (SIGNAL_NAMES.get(signal) as NodeJS.Signals | undefined);
    this.#exit = name === undefined ? { exitCode: code, signal: null } : { exitCode: null, signal: name };
    // Unless somebody else has it open, this hangs the terminal up: output that is in it stays, input that waits for it goes.
    this.#letGo();
    if (this.#isClosed) this.#report(this.#exit);
    else if (!this.#isPaused) this.#finish(this.#exit);
  }

  /**
   * Delivers what the dead process left, a buffer a turn. A read that finds nothing first waits for what the kernel still
   * has in flight, so an empty read is the end.
   */
  #finish(exit: ExitStatus): void {
    if (this.#isExitReported || this.#isPaused) return;
    const count = this.#isClosed || this.#drainedAfterExit >= MAX_DRAIN_AFTER_EXIT_BYTES ? 0 : this.#deliverWaiting();
    if (count === 0) return this.#report(exit);
    this.#drainedAfterExit += count;
    setImmediate(() => this.#finish(exit));
  }

  #report(exit: ExitStatus): void {
    if (this.#isExitReported) return;
    this.#isExitReported = true;
    this.#rejectWrites();
    this.#listener.onExit(exit);
    // Nothing more can come, so that nobody has to call close() for the descriptor's sake.
    if (this.#isHungUp) this.#closeDrained();
  }

  /** Nobody is left to read what was written. */
  #rejectWrites(): void {
    for (const { reject } of this.#writes) reject(gone());
    this.#writes.clear();
    this.#pendingBytes = 0;
  }
}

/** Undefined if the child is gone already. */
function openChildSide(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function gone(cause?: Error): SessionClosedError {
  return new SessionClosedError("the program ended before it took the input", { cause });
}
