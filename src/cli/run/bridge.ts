import type { ExitStatus, Guardian, Launch, PtyProcess } from "../../core/pty/index.js";
import { exitCodeOfSignal } from "../exit-codes.js";
import { setTimeout as delay } from "node:timers/promises";
import { ProcessGroup, spawnPty } from "../../core/pty/index.js";
import { deferred } from "../deferred.js";
import { onFatalSignal } from "../fatal-signals.js";
import { InputFilter } from "./input-filter.js";
import { Input } from "./input.js";
import { ModeTracker } from "./mode-tracker.js";
import { Output } from "./output.js";
import type { UserTerminal } from "../user-terminal.js";

/** How long a program gets to end by itself, and then again after its terminal was hung up, before it is killed. */
const HANG_UP_AFTER_MS = 1_000;
const KILL_AFTER_MS = 2_000;
/** How long the last output may take when we have to end; a reader may be stuck. */
const LAST_OUTPUT_MS = 200;

/** One program between our stdin and stdout, from its start to the terminal as it was. */
export class Bridge {
  readonly #pty: PtyProcess;
  readonly #group: ProcessGroup;
  readonly #guardian: Guardian;
  readonly #terminal: UserTerminal;
  readonly #modes: ModeTracker | undefined;
  readonly #output: Output;
  readonly #input: Input;
  readonly #stopListening: () => void;
  readonly #atExit = (): void => this.#restoreNow();
  readonly #exit = deferred<void>();
  readonly #done = deferred<number>();
  #isEnding = false;
  #hasExited = false;

  constructor(launch: Launch, guardian: Guardian, terminal: UserTerminal) {
    this.#guardian = guardian;
    this.#terminal = terminal;
    this.#modes = terminal.isOutput ? new ModeTracker(terminal.size?.rows ?? launch.size.rows) : undefined;
    this.#output = new Output({
      onReady: () => this.#pty.resume(),
      onFailed: (error) => this.#outputFailed(error),
    });
    this.#pty = spawnPty(launch, {
      onOutput: (output) => this.#received(output.readAll()),
      onExit: (status) => this.#exited(status),
    });
    this.#group = new ProcessGroup(this.#pty, {});
    guardian.add(this.#group);
    this.#input = new Input(this.#pty, terminal.isInteractive ? new InputFilter() : undefined, () => {
      // A pipe has an end; a raw terminal ends only by going away.
      if (terminal.isInteractive) this.#signalled("SIGHUP");
    });
    this.#stopListening = onFatalSignal((signal) => this.#signalled(signal));
    process.on("exit", this.#atExit);
    // Before the error is printed, so that it can be read.
    process.on("uncaughtExceptionMonitor", this.#atExit);
  }

  /** Resolves to the exit code when all is over and put back. */
  get done(): Promise<number> {
    return this.#done.promise;
  }

  /** Output is left that no reader takes; Node would wait for it for ever. */
  get isStuck(): boolean {
    return this.#output.hasWaiting;
  }

  get pid(): number {
    return this.#pty.pid;
  }

  resize(rows: number, cols: number): void {
    if (this.#terminal.size !== undefined) this.#modes?.resize(this.#terminal.size.rows);
    this.#pty.resize({ rows, cols, pixelWidth: 0, pixelHeight: 0 });
  }

  #received(bytes: Uint8Array): boolean {
    this.#modes?.track(bytes);
    return this.#output.write(bytes);
  }

  #exited(status: ExitStatus): void {
    this.#hasExited = true;
    this.#exit.resolve();
    if (this.#isEnding) return;
    this.#isEnding = true;
    void this.#output.flush().then(() => this.#finish(() => this.#done.resolve(exitCodeOf(status))));
  }

  #signalled(signal: NodeJS.Signals): void {
    if (!this.#isEnding) {
      void this.#end(signal, () => this.#done.resolve(exitCodeOfSignal(signal)));
    } else if (signal === "SIGINT" || this.#hasExited) {
      // The guardian ends what is left as soon as we are gone; of a program that has exited only output is.
      this.#restoreNow();
      process.exit(exitCodeOfSignal(signal));
    }
  }

  /** Nobody reads: what a program without us would be killed for. A full disk is an error. */
  #outputFailed(error: NodeJS.ErrnoException): void {
    if (this.#isEnding) return;
    const isClosed = error.code === "EPIPE" || error.code === "EIO" || error.code === "ECONNRESET";
    void this.#end("SIGHUP", () => {
      if (isClosed) this.#done.resolve(exitCodeOfSignal("SIGPIPE"));
      else this.#done.reject(new Error(`cannot write to stdout: ${error.message}; the program was ended`));
    });
  }

  async #end(signal: NodeJS.Signals, settle: () => void): Promise<void> {
    this.#isEnding = true;
    // A shell heeds nothing but the loss of its terminal.
    const hangUp = setTimeout(() => this.#pty.close(), HANG_UP_AFTER_MS);
    await this.#group.end(signal, KILL_AFTER_MS);
    clearTimeout(hangUp);
    // Its last words come with the event loop, before its exit.
    const isAllSaid = this.#exit.promise.then(() => this.#output.flush());
    await Promise.race([isAllSaid, delay(LAST_OUTPUT_MS, undefined, { ref: false })]);
    this.#finish(settle);
  }

  #finish(settle: () => void): void {
    this.#input.stop();
    this.#terminal.writeNow(this.#modes?.restoring() ?? "");
    this.#terminal.restore();
    this.#pty.close();
    // What still runs was left on purpose: the kernel has sent SIGHUP to all others.
    this.#guardian.remove(this.#group);
    this.#stopListening();
    process.off("exit", this.#atExit);
    process.off("uncaughtExceptionMonitor", this.#atExit);
    settle();
  }

  #restoreNow(): void {
    this.#terminal.writeNow(this.#modes?.restoring() ?? "");
    this.#terminal.restore();
  }
}

/** As shells do: the program's own code, or 128 plus the number of the signal that ended it. */
function exitCodeOf({ exitCode, signal }: ExitStatus): number {
  return signal === null ? (exitCode ?? 0) : exitCodeOfSignal(signal);
}
