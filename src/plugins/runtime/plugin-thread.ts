import { Worker } from "node:worker_threads";
import { tooManyOpenFiles } from "../../base/index.js";
import type { CallMessage, Failure, Reply, WorkerMessage, WorkerStart } from "./messages.js";
import type { PluginLogLevel } from "./plugin-program.js";
import { PositionNote } from "./position-note.js";

/** What a thread tells beside its replies. */
export interface ThreadListener {
  onLog(level: PluginLogLevel, text: string): void;
  onFile(file: string, content: Uint8Array): void;
}

/** The thread's own limits apply first; this is how much later it is taken for stuck. */
const GRACE_MS = 250;
/** Until the thread runs at all; longer than a loaded machine needs. */
const BOOT_MS = 30_000;
/** The heap of JavaScript in the thread, which holds one argument and one result; Lua's memory is counted elsewhere. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** One worker thread with one plugin in it, and the watchdog that ends it when it is stuck. */
export class PluginThread {
  readonly #worker: Worker;
  readonly #note = new PositionNote();
  readonly #listener: ThreadListener;
  readonly #wallClockMs: number;
  #watchdog: NodeJS.Timeout | undefined;
  #resolve: ((reply: Reply) => void) | undefined;
  #isAlive = true;
  #isBooted = false;
  /** The reply to the loading, which begins by itself. */
  readonly loaded: Promise<Reply>;

  constructor(start: Omit<WorkerStart, "note">, listener: ThreadListener) {
    this.#listener = listener;
    this.#wallClockMs = start.limits.wallClockMs;
    const workerData: WorkerStart = { ...start, note: this.#note.buffer };
    this.#worker = new Worker(new URL("./worker/entry.js", import.meta.url), {
      workerData,
      name: "ptywright plugin",
      // Nothing of this process: no environment, no arguments, no terminal.
      env: {},
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: RESOURCE_LIMITS,
    });
    this.#arm(BOOT_MS);
    this.loaded = new Promise((resolve) => (this.#resolve = resolve));
    this.#worker.on("message", (message: WorkerMessage) => this.#onMessage(message));
    this.#worker.on("error", (error: NodeJS.ErrnoException) => this.#onDeath(failureOf(error)));
    this.#worker.on("exit", () => this.#onDeath({ reason: "failed", text: "its thread ended" }));
  }

  /** Whether it can be asked again; one that was ended cannot. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** One call; the reply before has to be there. Rejects if the argument cannot be handed to a thread. */
  async ask(call: CallMessage): Promise<Reply> {
    if (!this.#isAlive) return { type: "failure", failure: { reason: "unavailable", text: "its thread has ended" } };
    this.#note.begin();
    this.#worker.postMessage(call);
    this.#worker.ref();
    this.#arm(this.#wallClockMs + GRACE_MS);
    return new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Ends the thread; a call in flight gets the failure. */
  async end(failure: Failure): Promise<void> {
    this.#isAlive = false;
    clearTimeout(this.#watchdog);
    await this.#worker.terminate();
    this.#reply({ type: "failure", failure });
  }

  #onMessage(message: WorkerMessage): void {
    if (!this.#isAlive) return;
    switch (message.type) {
      case "booted":
        this.#isBooted = true;
        return this.#arm(this.#wallClockMs + GRACE_MS);
      case "log":
        return this.#listener.onLog(message.level, message.text);
      case "file":
        return this.#listener.onFile(message.file, message.content);
      default:
        return this.#reply(message);
    }
  }

  #arm(ms: number): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => void this.#onStuck(), ms);
  }

  async #onStuck(): Promise<void> {
    // It was this thread that was late: the answer is there and will be read next.
    if (this.#note.isAnswered) return this.#arm(GRACE_MS);
    this.#isAlive = false;
    await this.#worker.terminate();
    const failure: Failure = this.#isBooted
      ? { reason: "time", text: "", ...this.#note.read() }
      : { reason: "unavailable", text: `its thread did not start within ${BOOT_MS} ms` };
    this.#reply({ type: "failure", failure });
  }

  #onDeath(failure: Failure): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#reply({ type: "failure", failure });
  }

  #reply(reply: Reply): void {
    clearTimeout(this.#watchdog);
    this.#worker.unref();
    this.#resolve?.(reply);
    this.#resolve = undefined;
  }
}

function failureOf(error: NodeJS.ErrnoException): Failure {
  const lack = tooManyOpenFiles(error);
  if (lack !== undefined) return { reason: "unavailable", text: lack.message };
  const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return { reason: isFull ? "memory" : "failed", text: error.message };
}
