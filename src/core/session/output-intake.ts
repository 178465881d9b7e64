import { MAX_PENDING_INPUT_BYTES } from "../../base/index.js";
import type { PtyOutput, PtyProcess } from "../pty/index.js";
import type { RawTranscriptFile } from "../transcript/index.js";
import type { Pause } from "./output-feed.js";
import { OutputFeed } from "./output-feed.js";
import type { SessionView } from "./session-view.js";

/** What a session does with its program's output, and what it has to know for that. */
export interface IntakeParts {
  readonly view: SessionView;
  readonly rawFile: RawTranscriptFile | undefined;
  readonly pty: () => PtyProcess;
  /** How much of the output somebody can see at once. */
  readonly maxBatchBytes: () => number;
  /** Whether somebody has to see the screen behind each line feed. */
  readonly endsAtLines: () => boolean;
  /** The view has taken a batch. */
  readonly changed: () => Pause;
}

/** Takes the output to the terminal, the transcript and the raw file, answers the program's questions, and reads no faster than the slowest of them. */
export class OutputIntake {
  readonly #parts: IntakeParts;
  readonly #feed: OutputFeed;
  #isDraining = false;
  #replies = "";

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#feed = new OutputFeed(
      parts.view.terminal,
      (bytes) => this.#batchTaken(bytes),
      () => this.#resumeReading(),
      parts.maxBatchBytes,
      parts.endsAtLines,
    );
  }

  /** False stops further reading. */
  take(output: PtyOutput): boolean {
    const { rawFile } = this.#parts;
    const isCaughtUp = this.#feed.feed(output);
    const isFileReady = rawFile?.write(output.bytes) ?? true;
    if (!isFileReady) this.#waitForFile();
    return isFileReady && isCaughtUp;
  }

  /** An answer of the terminal to a question of the program; sent with the others of its batch. */
  reply(text: string): void {
    this.#replies += text;
  }

  #batchTaken(bytes: Uint8Array): Pause {
    this.#sendReplies();
    this.#parts.view.batchTaken(bytes);
    return this.#parts.changed();
  }

  /** A slow disk slows the program down; it does not fill the memory. */
  #waitForFile(): void {
    const { rawFile } = this.#parts;
    if (rawFile === undefined || this.#isDraining) return;
    this.#isDraining = true;
    void rawFile.drained().then(() => {
      this.#isDraining = false;
      this.#resumeReading();
    });
  }

  #resumeReading(): void {
    if (!this.#isDraining && !this.#feed.isBusy) this.#parts.pty().resume();
  }

  /** Answers to the program's questions in one batch. One that asks and never reads gets no more of them. */
  #sendReplies(): void {
    const replies = this.#replies;
    if (replies === "") return;
    this.#replies = "";
    const pty = this.#parts.pty();
    if (pty.pendingBytes < MAX_PENDING_INPUT_BYTES) pty.write(Buffer.from(replies)).catch(() => undefined);
  }
}
