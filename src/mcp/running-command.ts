import { describeLease } from "../api/index.js";
import { MAX_WAIT_TIMEOUT_MS, onAbort } from "../base/index.js";
import type { RemoteSession, RunResult } from "../client/index.js";
import { HeadAndTail } from "./bounded-text.js";

/** A command of a shell, which goes on when nobody waits for it any more. */
export class RunningCommand {
  readonly command: string;
  readonly #session: RemoteSession;
  readonly #askedAt = performance.now();
  readonly #stop = new AbortController();
  readonly #output: HeadAndTail;
  readonly #done: Promise<RunResult>;
  #isOver = false;
  #waiting = 0;

  constructor(session: RemoteSession, command: string, maxChars: number) {
    this.#session = session;
    this.command = command;
    this.#output = new HeadAndTail(maxChars);
    const onOutput = (text: string): void => this.#output.push(text);
    const how = { timeoutMs: MAX_WAIT_TIMEOUT_MS, signal: this.#stop.signal, onOutput };
    this.#done = session.run(command, how).finally(() => (this.#isOver = true));
    // Whoever waits is told.
    this.#done.catch(() => undefined);
  }

  /** It has ended, or could not be run. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Somebody waits for its end, or it is being interrupted: it is worth waiting for. */
  get isEnding(): boolean {
    return !this.#isOver && (this.#waiting > 0 || this.#stop.signal.aborted);
  }

  /** Gives it up if it has not been typed: who is told that it was not run must not find later that it was. Tells why, then. */
  async givenUpUntyped(): Promise<string | undefined> {
    const { inputs, lease } = await this.#session.inputs();
    const sinceMs = performance.now() - this.#askedAt;
    if (this.#isOver || inputs.some(({ type, agoMs }) => type === "run" && agoMs <= sinceMs)) return undefined;
    this.#stop.abort();
    await this.#done.catch(() => undefined);
    return lease === undefined
      ? "the shell is not at an empty prompt; see what it does with terminal_read, free it with terminal_type, keys Ctrl+C"
      : describeLease(lease);
  }

  /** Resolves when it is over, or after that time. */
  async over(limitMs: number): Promise<void> {
    await this.#orLate(limitMs).catch(() => undefined);
  }

  /** What it has printed, as far as it is kept. */
  get output(): HeadAndTail {
    return this.#output;
  }

  /** Its result, or undefined if it still runs after that time. The signal interrupts it. */
  async ended(limitMs: number, signal: AbortSignal): Promise<RunResult | undefined> {
    const stopListening = onAbort(signal, () => this.#stop.abort());
    if (signal.aborted) this.#stop.abort();
    this.#waiting++;
    try {
      return await this.#orLate(limitMs);
    } finally {
      this.#waiting--;
      stopListening();
    }
  }

  async #orLate(limitMs: number): Promise<RunResult | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), limitMs)));
    try {
      return await Promise.race([this.#done, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
