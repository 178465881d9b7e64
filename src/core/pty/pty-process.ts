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
  /** A command that becomes the program. */
  readonly behind?: readonly string[] | undefined;
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
  /** No more is read for this call. Another thread may have read meanwhile: `bytes` can be longer after it. */
  stop(): void;
}

/** What a PTY tells its owner; from the event loop, or from inside its own `resume` and `close`. */
export interface PtyListener {
  /** False stops further reading until `resume`. What is not read during the call comes with the next. */
  onOutput(output: PtyOutput): boolean;
  /** The process is gone and everything it wrote was delivered. Others may still hold the terminal open. */
  onExit(status: ExitStatus): void;
}

/** What a process and its terminal are known by for ever, taken at the fork; 0 or empty where the system does not tell. */
export interface Birth {
  /** The start time of the process, in clock ticks since boot; 0 if it had ended before it could be read. */
  readonly start: number;
  /** No process of the terminal began before. */
  readonly notBefore: number;
  /** The terminal, as processes have it for their controlling one, and its path; nobody else's while it is open here. */
  readonly device: number;
  readonly path: string;
}

/** One process with its terminal. The seam between sessions and what an operating system offers. */
export interface PtyProcess {
  readonly pid: number;
  readonly birth: Birth;
  /** False once it was let go of; its name may be another terminal's by then. */
  readonly isOpen: boolean;
  /** Bytes accepted by `write` that the terminal has not taken yet. */
  readonly pendingBytes: number;
  /** Resolves once the terminal has taken the bytes; rejects if the terminal closes before. */
  write(bytes: Uint8Array): Promise<void>;
  resize(size: TerminalSize): void;
  resume(): void;
  /** To the process alone; nothing happens if it has exited. */
  signal(signal: NodeJS.Signals): void;
  /** Whether anybody has the terminal open. For who believes that nobody does: we no longer hold it open ourselves after it. */
  isInUse(): boolean;
  /** Resolves once all that was written to the terminal was delivered. For when nobody writes to it any more. */
  drained(): Promise<void>;
  /** Lets go of the terminal. No call to the listener's onOutput comes after it. */
  close(): void;
}
