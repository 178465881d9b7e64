import { onAbort } from "../../base/index.js";
import { EXIT_TIMED_OUT, exitCodeOfSignal } from "../exit-codes.js";
import { onFatalSignal } from "../fatal-signals.js";

/** Why a turn is stopped from outside. */
export interface Stop {
  readonly outcome: "cancelled" | "timed_out";
  readonly exitCode: number;
}

/** Stops a turn when a signal comes, the time is up, nobody reads the answer any more, or `end` fires. The second signal ends all at once. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #endsAt: number;
  readonly #stopListening: () => void;
  readonly #stopForEnd: () => void;
  #stop: Stop | undefined;

  constructor(timeoutMs: number, onImmediateExit: () => void, end?: AbortSignal) {
    this.#endsAt = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#stopWith({ outcome: "timed_out", exitCode: EXIT_TIMED_OUT }), timeoutMs);
    this.#stopListening = onFatalSignal((signal) => {
      const exitCode = exitCodeOfSignal(signal);
      if (this.#stop !== undefined) {
        onImmediateExit();
        // The guardian sees us go, and ends the program.
        process.exit(exitCode);
      }
      this.#stopWith({ outcome: "cancelled", exitCode });
    });
    const cancel = (): void => this.#stopWith({ outcome: "cancelled", exitCode: exitCodeOfSignal("SIGHUP") });
    this.#stopForEnd = onAbort(end, cancel);
    if (end?.aborted === true) cancel();
    // Without a reader there is nobody left to tell.
    process.stderr.on("error", () => undefined);
    // The command line's own ends the process at once; here the program has to be ended first.
    process.stdout.removeAllListeners("error");
    process.stdout.on("error", () => this.#stopWith({ outcome: "cancelled", exitCode: exitCodeOfSignal("SIGPIPE") }));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Undefined if nothing has stopped it. */
  get stop(): Stop | undefined {
    return this.#stop;
  }

  /** What is left of the time; from now on the caller sees to it. */
  takeTime(): number {
    clearTimeout(this.#timer);
    return Math.max(1, Math.round(this.#endsAt - performance.now()));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stopListening();
    this.#stopForEnd();
  }

  #stopWith(stop: Stop): void {
    this.#stop ??= stop;
    this.#controller.abort();
  }
}
