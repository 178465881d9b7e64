import { TRANSCRIPT_TAIL_CHARS } from "../base/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { ScreenSnapshot } from "../screen/index.js";
import { Terminal } from "../screen/index.js";
import type { TerminalSize } from "../target/index.js";
import type { TranscriptTail } from "../transcript/index.js";
import { Transcript } from "../transcript/index.js";
import type { WaitSource } from "./pending-wait.js";

/** Screen, transcript and sequence number, changed together and only here, so that any read sees one moment. */
export class SessionView implements WaitSource {
  readonly terminal: Terminal;
  readonly transcript: Transcript;
  /** 0 at the start, one more for each batch of output and each resize. */
  sequence = 0;
  /** How the process ended, once all its output was taken; undefined while it runs. */
  exitStatus: ExitStatus | undefined;
  #lastOutputAt: number | undefined;

  constructor(size: TerminalSize, transcriptMaxChars: number | undefined, onReply: (text: string) => void) {
    this.terminal = new Terminal(size, onReply);
    this.transcript = new Transcript({ maxChars: transcriptMaxChars });
  }

  /** The terminal has taken these bytes; now the rest follows it. */
  batchTaken(bytes: Uint8Array): void {
    this.transcript.append(bytes);
    this.sequence++;
    this.#lastOutputAt = performance.now();
  }

  /** No more output of the process will come; true if an unfinished character made a difference. */
  outputEnded(): boolean {
    const before = this.transcript.charsWritten;
    this.transcript.end();
    if (this.transcript.charsWritten === before) return false;
    this.sequence++;
    return true;
  }

  resize(size: TerminalSize): void {
    this.terminal.resize(size);
    this.sequence++;
  }

  snapshot(): ScreenSnapshot {
    return this.terminal.snapshot(this.sequence);
  }

  get screenText(): string {
    return this.terminal.plainText;
  }
  get tail(): TranscriptTail {
    return this.transcript.tail(TRANSCRIPT_TAIL_CHARS);
  }
  get transcriptTail(): string {
    return this.tail.text;
  }
  get cursorRow(): number {
    return this.terminal.cursor.row;
  }
  get cursorCol(): number {
    return this.terminal.cursor.col;
  }

  /** Milliseconds since the last output; undefined before any. */
  get quietMs(): number | undefined {
    return this.#lastOutputAt === undefined ? undefined : performance.now() - this.#lastOutputAt;
  }
}
