import { SessionClosedError } from "../../base/index.js";
import type { TerminalSize } from "../target/index.js";
import type { ConptyTerminal } from "./native-binding.js";
import { nodePty } from "./native-binding.js";
import type { Launch, PtyListener, PtyProcess } from "./pty-process.js";

/** ConPTY through node-pty's own classes. Written against their documentation; never run by our tests. */
export class WindowsPty implements PtyProcess {
  readonly pid: number;
  readonly birth = { start: 0, notBefore: 0, device: 0, path: "" };
  readonly pendingBytes = 0;
  readonly #terminal: ConptyTerminal;
  readonly #listener: PtyListener;
  readonly #decoder = new TextDecoder();
  #held: Uint8Array[] = [];
  #isPaused = false;
  #isClosed = false;

  constructor(launch: Launch, listener: PtyListener) {
    const { rows, cols } = launch.size;
    this.#listener = listener;
    this.#terminal = nodePty().spawn(launch.file, launch.args, { cwd: launch.cwd, env: launch.env, rows, cols });
    this.pid = this.#terminal.pid;
    this.#terminal.onData((data) => this.#received(Buffer.from(data)));
    this.#terminal.onExit(({ exitCode }) => this.#listener.onExit({ exitCode, signal: null }));
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#isClosed) return Promise.reject(new SessionClosedError("the terminal is closed; nothing was written"));
    this.#terminal.write(this.#decoder.decode(bytes));
    return Promise.resolve();
  }

  resize({ rows, cols }: TerminalSize): void {
    if (!this.#isClosed) this.#terminal.resize(cols, rows);
  }

  resume(): void {
    this.#isPaused = false;
    const held = this.#held;
    this.#held = [];
    for (const bytes of held) this.#received(bytes);
  }

  signal(): void {
    // Windows knows no signals: term, int and kill all end the process.
    this.#terminal.kill();
  }

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  isInUse(): boolean {
    return false;
  }

  drained(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#terminal.kill();
  }

  #received(bytes: Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#isPaused) this.#held.push(bytes);
    else
      this.#isPaused = !this.#listener.onOutput({
        bytes,
        readMore: () => false,
        readAll: () => bytes,
        stop: () => undefined,
      });
  }
}
