import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { startGuardianScript } from "./guardian-script.js";
import type { Warn } from "./orphan-sweep.js";
import { sweepOrphans } from "./orphan-sweep.js";
import { Ledger } from "./ledger.js";
import type { ProcessGroup } from "./process-group.js";
import { HOST_MARKER } from "./session-marker.js";
import { trackingHere } from "./tracking.js";

/** One that ends sooner is not started again at once: something here may end it each time. */
const MIN_LIFE_MS = 1_000;
/** Until the next try after one that failed; twice as long after each. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const TOUCH_MS = 24 * 3_600_000;
/** A ledger is written anew when so many more lines than sessions are in it. */
const MAX_STALE_LINES = 512;

const lineOf = (sign: "+" | "-", { leader, leaderStart }: ProcessGroup): string => `${sign} ${leader} ${leaderStart}\n`;

/**
 * Makes sure that no session outlives this process, not even when it is killed with SIGKILL: a shell of about a megabyte that is told of
 * each session until our end of a pipe closes, and a ledger on disk for the case that it was killed as well.
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
    this.#ledger?.append(this.#story());
    setInterval(() => this.#ledger?.touch(), TOUCH_MS).unref();
    sweepOrphans(directory, warn);
  }

  /** Called before each fork. Without a guardian there are sessions all the same, and it is tried again. */
  ready(): this {
    if (this.#process === undefined) this.#start();
    return this;
  }

  get isRunning(): boolean {
    return this.#process?.pid !== undefined;
  }

  /** Called right after each fork. False if neither the guardian nor the disk has taken note of it. */
  add(group: ProcessGroup): boolean {
    this.#live.set(group.leader, group);
    const isWritten = this.#ledger?.append(lineOf("+", group)) ?? false;
    return this.#tell(lineOf("+", group)) || isWritten;
  }

  remove(group: ProcessGroup): void {
    if (this.#live.get(group.leader) !== group) return;
    this.#live.delete(group.leader);
    this.#tell(lineOf("-", group));
    this.#ledger?.append(lineOf("-", group));
    if ((this.#ledger?.lines ?? 0) > 2 * this.#live.size + MAX_STALE_LINES) this.#ledger?.rewrite(this.#story());
  }

  /** All that a guardian, or the ledger, has to know now. */
  #story(): string {
    const { cgroup } = trackingHere();
    const folder = cgroup === undefined ? "" : `= ${cgroup.path}\n`;
    return folder + [...this.#live.values()].map((group) => lineOf("+", group)).join("");
  }

  /** What was written stays in the pipe when we end. */
  #tell(lines: string): boolean {
    const pipe = this.#process?.stdin;
    if (pipe === undefined || pipe === null || pipe.destroyed) return false;
    pipe.write(lines);
    return true;
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
    this.#tell(this.#story());
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
