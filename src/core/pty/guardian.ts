import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { startGuardianScript } from "./guardian-script.js";
import type { Warn } from "./orphan-sweep.js";
import { sweepOrphans } from "./orphan-sweep.js";
import { Ledger } from "./ledger.js";
import type { ProcessGroup } from "./process-group.js";
import { HOST_MARKER } from "./session-marker.js";

/** One that ends sooner is not started again at once: something here may end it each time. */
const MIN_LIFE_MS = 1_000;
/** Until the next try after one that failed; twice as long after each. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const TOUCH_MS = 24 * 3_600_000;

/**
 * Makes sure that no session outlives this process, not even when it is killed with SIGKILL: a shell of about a
 * megabyte that sleeps until our end of a pipe closes, and a ledger on disk for the case that it was killed as well.
 */
export class Guardian {
  readonly #live = new Map<number, ProcessGroup>();
  readonly #warn: Warn;
  /** Undefined where no file can be written at all; the guardian then goes by the marks in environments. */
  readonly #ledger: Ledger | undefined;
  #process: ChildProcess | undefined;
  /** Since one lasted. */
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(directory: string | undefined, warn: Warn) {
    this.#warn = warn;
    this.#ledger = Ledger.create(directory);
    setInterval(() => this.#ledger?.touch(), TOUCH_MS).unref();
    sweepOrphans(directory, warn);
  }

  /** Called before each fork. Without a guardian there are sessions all the same, and it is tried again. */
  ready(): this {
    if (this.#process === undefined) this.#start();
    return this;
  }

  add(group: ProcessGroup): void {
    // Gone before its start time could be read: there is nobody to guard, and the bare number may soon be a stranger's.
    if (process.platform === "linux" && group.leaderStart === 0) return;
    this.#live.set(group.leader, group);
    this.#ledger?.began(group);
  }

  remove(group: ProcessGroup): void {
    if (this.#live.get(group.leader) !== group) return;
    this.#live.delete(group.leader);
    this.#ledger?.ended(group, this.#live);
  }

  #start(): void {
    clearTimeout(this.#retry);
    let child: ChildProcess;
    try {
      // Some errors are thrown (ENOMEM), others come as an event (EAGAIN, EMFILE).
      child = startGuardianScript("guardian", this.#ledger?.path ?? "", HOST_MARKER);
    } catch (error) {
      this.#failed(String(error));
      return;
    }
    child.unref();
    const began = performance.now();
    child.on("error", (error) => this.#failed(String(error)));
    child.on("exit", (code, signal) => {
      if (performance.now() - began < MIN_LIFE_MS) this.#failed(`it ended at once, with ${signal ?? code}`);
      else this.#ended();
    });
    // Out of descriptors there is no pipe; the error event says so.
    const pipe = child.stdin as Socket | undefined;
    pipe?.unref();
    pipe?.on("error", () => undefined);
    this.#process = child;
  }

  #ended(): void {
    this.#process = undefined;
    this.#failures = 0;
    if (this.#live.size > 0) this.#start();
  }

  #failed(reason: string): void {
    this.#process = undefined;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, MAX_PAUSE_MS);
    if (this.#failures++ === 0)
      this.#warn("there is no guardian, and programs would outlive this process if it were killed; it is tried again", {
        reason,
        sessions: this.#live.size,
      });
    this.#retry = setTimeout(() => {
      if (this.#live.size > 0) this.#start();
    }, pauseMs).unref();
  }
}

let guardian: Guardian | undefined;

/**
 * The one guardian of this process, made with the first session. `directory` is where ledgers are kept, if there is such a place; `warn` is
 * told when sessions are not guarded.
 */
export function guardianFor(directory: () => string | undefined, warn: Warn): Guardian {
  return (guardian ??= new Guardian(directory(), warn));
}
