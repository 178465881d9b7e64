import type { ExitStatus } from "../../api/index.js";
import type { TerminalSize } from "../target/index.js";

export type { ExitStatus };

/** A program that is known to be executable, and everything it starts with. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly size: TerminalSize;
}

/**
 * Output, and a way to read on while it is taken. The kernel keeps a few KiB for a program that writes; who reads between
 * parsing one piece and the next never lets the program wait for room.
 */
export interface PtyOutput {
  /** All that was read so far, valid only during the call. Longer after each `readMore` that returned true. */
  readonly bytes: Uint8Array;
  /** Reads behind what is there. False if nothing came, the buffer is full, or others have waited enough. */
  readMore(): boolean;
  /** For who does nothing in between: reads on until there is no more and returns everything. */
  readAll(): Uint8Array;
}

/** What a PTY tells its owner; from the event loop, or from inside its own `resume` and `close`. */
export interface PtyListener {
  /** False stops further reading until `resume`. What is not read during the call comes with the next. */
  onOutput(output: PtyOutput): boolean;
  /** The process is gone and everything it wrote was delivered. Others may still hold the terminal open. */
  onExit(status: ExitStatus): void;
}

/** One process with its terminal. The seam between sessions and what an operating system offers. */
export interface PtyProcess {
  readonly pid: number;
  /** Bytes accepted by `write` that the terminal has not taken yet. */
  readonly pendingBytes: number;
  /** Resolves once the terminal has taken the bytes; rejects if the terminal closes before. */
  write(bytes: Uint8Array): Promise<void>;
  resize(size: TerminalSize): void;
  resume(): void;
  /** To the process alone; nothing happens if it has exited. */
  signal(signal: NodeJS.Signals): void;
  /** Lets go of the terminal. No call to the listener's onOutput comes after it. */
  close(): void;
}
