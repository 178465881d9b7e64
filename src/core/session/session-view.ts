import { TRANSCRIPT_TAIL_CHARS } from "../../base/index.js";
import type { ExitStatus } from "../pty/index.js";
import type { ScreenSnapshot } from "../screen/index.js";
import { Terminal } from "../screen/index.js";
import type { TerminalSize } from "../target/index.js";
import type { TranscriptTail } from "../transcript/index.js";
import { Transcript } from "../transcript/index.js";
import type { WaitSource } from "./pending-wait.js";
import { SessionMoment } from "./session-moment.js";

/** Screen, transcript and sequence number. They change together, and only here, so that every read is consistent. */
export class SessionView implements WaitSource {
  readonly terminal: Terminal;
  readonly transcript: Transcript;
  /** 0 at the start, one more for each batch of output and each resize. */
  sequence = 0;
  /** How the process ended, once all its output was taken; undefined while it runs. */
  exitStatus: ExitStatus | undefined;
  #lastOutputAt: number | undefined;
  #lastChangeAt = performance.now();

  constructor(size: TerminalSize, transcriptMaxChars: number | undefined, onReply: (text: string) => void) {
    this.terminal = new Terminal(size, onReply);
    this.transcript = new Transcript({ maxChars: transcriptMaxChars });
  }

  /** Called after the terminal has parsed these bytes. */
  batchTaken(bytes: Uint8Array): void {
    this.transcript.append(bytes);
    this.sequence++;
    this.#lastOutputAt = this.#lastChangeAt = performance.now();
  }

  /** No more output follows; true if an unfinished character changed the transcript. */
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
    this.#lastChangeAt = performance.now();
  }

  snapshot(): ScreenSnapshot {
    return this.terminal.snapshot(this.sequence);
  }

  /** The present moment as a value that can be kept. */
  moment(stableMs: number): SessionMoment {
    const { tail, exitStatus, transcript } = this;
    const { charsWritten: transcriptCursor } = transcript;
    const markers = transcript.markers();
    return new SessionMoment({ snapshot: this.snapshot(), tail, exitStatus, stableMs, markers, transcriptCursor });
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

  get exited(): boolean {
    return this.exitStatus !== undefined;
  }

  /** Milliseconds since anything changed, the start included. */
  get stableMs(): number {
    return performance.now() - this.#lastChangeAt;
  }

  /** Milliseconds since the last output; undefined before any. */
  get quietMs(): number | undefined {
    return this.#lastOutputAt === undefined ? undefined : performance.now() - this.#lastOutputAt;
  }
}
