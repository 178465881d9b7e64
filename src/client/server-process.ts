import type { ChildProcessWithoutNullStreams } from "node:child_process";

/** How much of the server's stderr is kept, for the error that reports its end. */
const MAX_STDERR_CHARS = 2_000;
/** A server ends its sessions within 4 s. */
const TERMINATE_AFTER_MS = 5_000;
const KILL_AFTER_MS = 7_000;
/** Counted from the end of its stdout: a program that it left running may keep its stderr open. */
const LAST_WORDS_MS = 500;

/** A server that runs as our child process. */
export class ServerProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<void>;
  readonly #closed: Promise<void>;
  #stderr = "";
  #timers: NodeJS.Timeout[] | undefined;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    // A signal that cannot be sent; whoever waits for the end has a limit.
    child.on("error", () => undefined);
    child.stderr.setEncoding("utf8").on("data", (text: string) => this.#said(text));
    this.#exited = new Promise((resolve) => child.once("exit", () => resolve()));
    this.#closed = new Promise((resolve) => child.once("close", () => resolve()));
  }

  get lastWords(): string {
    return this.#stderr.trim();
  }

  /** Asks it to end, and kills it if it does not. */
  end(): void {
    if (this.#timers !== undefined) return;
    const child = this.#child;
    child.stdin.end();
    this.#timers = [
      setTimeout(() => child.kill("SIGTERM"), TERMINATE_AFTER_MS),
      setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS),
    ];
    void this.#exited.then(() => this.#timers?.forEach((timer) => clearTimeout(timer)));
  }

  /** Resolves when it has ended and its pipes are closed. */
  async gone(isUrgent: boolean): Promise<void> {
    this.end();
    // At the end of its input a server still answers all requests, and a wait may take long.
    if (isUrgent) this.#child.kill("SIGTERM");
    await this.#exited;
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  /** How it ended, with the end of its stderr. */
  async explanation(): Promise<Error> {
    let limit: NodeJS.Timeout | undefined;
    await Promise.race([this.#closed, new Promise((resolve) => (limit = setTimeout(resolve, LAST_WORDS_MS)))]);
    clearTimeout(limit);
    await this.gone(true);
    const { exitCode, signalCode } = this.#child;
    return new Error(
      signalCode === null ? `the server exited with code ${exitCode}` : `${signalCode} ended the server`,
    );
  }

  #said(text: string): void {
    this.#stderr = (this.#stderr + text).slice(-MAX_STDERR_CHARS);
  }
}
