import type { Action, ActionSize } from "../action/index.js";
import { DEFAULT_STREAM_DELAY_MS, inputBytes, nodeSignal, streamChunks, validateAction } from "../action/index.js";
import { SessionClosedError, WaitCancelledError, onAbort } from "../../base/index.js";
import type { PtyProcess } from "../pty/index.js";
import { InputQueue } from "./input-queue.js";
import type { SessionView } from "./session-view.js";

/** A text with a signal is written in pieces of what a terminal takes at once, so that the rest can be cancelled. */
const PIECE_BYTES = 4_096;

/** What an action may do to its session besides typing. */
export interface SessionControls {
  resize(size: ActionSize): void;
  kill(): Promise<unknown>;
  markTranscript(label: string): void;
}

/** Carries out actions. Typing is queued; actions that must work while the program does not read bypass the queue. */
export class SessionInput {
  readonly #pty: PtyProcess;
  readonly #view: SessionView;
  readonly #controls: SessionControls;
  readonly #queue = new InputQueue();
  readonly #ended = new AbortController();
  #keptBytes = 0;

  constructor(pty: PtyProcess, view: SessionView, controls: SessionControls) {
    this.#pty = pty;
    this.#view = view;
    this.#controls = controls;
  }

  /** Input that the program has not read: in the terminal, and in the queue. */
  get unreadBytes(): number {
    return this.#pty.pendingBytes + this.#keptBytes;
  }

  /** An array is carried out in order, and nothing else is typed in between. */
  send(actions: Action | readonly Action[], signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true)
      throw new WaitCancelledError("cancelled before anything was sent", { cause: signal.reason });
    if (!Array.isArray(actions)) return this.#sendOne(validateAction(actions), signal);
    // A copy: the caller may change the array after it was checked.
    const list = Array.from(actions as readonly Action[], (action, index) =>
      validateAction(action, `action[${index}]`),
    );
    this.#requireOpen();
    return this.#queue.run(
      list.reduce((sum, action) => sum + sizeOf(action), 0),
      async () => {
        for (const action of list) if (signal?.aborted !== true) await this.#perform(action, signal);
      },
      signal,
    );
  }

  /** The program has exited: pauses between pieces of typing end at once. */
  end(): void {
    this.#ended.abort();
  }

  #sendOne(action: Action, signal: AbortSignal | undefined): Promise<void> {
    this.#requireOpen();
    switch (action.type) {
      case "resize":
      case "signal":
      case "kill":
      case "mark_transcript":
        return this.#perform(action);
      default:
        return this.#queue.run(sizeOf(action), () => this.#perform(action, signal), signal);
    }
  }

  #requireOpen(): void {
    if (this.#view.exitStatus !== undefined)
      throw new SessionClosedError("the program has exited; nothing can be sent to it any more");
  }

  async #perform(action: Action, signal?: AbortSignal): Promise<void> {
    switch (action.type) {
      case "resize":
        return this.#controls.resize(action.size);
      case "signal":
        return this.#pty.signal(nodeSignal(action.signal));
      case "kill":
        await this.#controls.kill();
        return;
      case "mark_transcript":
        return this.#controls.markTranscript(action.label);
      case "stream_text":
        return this.#stream(action, signal);
      default: {
        // Modes are read only now: an earlier action may have changed them.
        this.#requireOpen();
        const bytes = inputBytes(action, this.#view.terminal.inputModes);
        if (bytes === undefined) return;
        // Never cut: half a key, or a paste without its end, would be worse than a late one.
        if (signal === undefined || action.type !== "text") await this.#pty.write(bytes);
        else await this.#writeInPieces(bytes, signal);
      }
    }
  }

  async #writeInPieces(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const stopListening = onAbort(signal, () => (this.#keptBytes = 0));
    try {
      for (let at = 0; at < bytes.length && !signal.aborted;) {
        const end = endOfPiece(bytes, at + PIECE_BYTES);
        this.#keptBytes = bytes.length - end;
        await this.#pty.write(bytes.subarray(at, end));
        at = end;
      }
    } finally {
      stopListening();
      this.#keptBytes = 0;
    }
  }

  async #stream(action: Extract<Action, { type: "stream_text" }>, signal: AbortSignal | undefined): Promise<void> {
    const { text, chunkChars, delayMs = DEFAULT_STREAM_DELAY_MS } = action;
    let isFirst = true;
    for (const chunk of streamChunks(text, chunkChars)) {
      if (!isFirst && delayMs > 0) await this.#pause(delayMs, signal);
      if (signal?.aborted === true) return;
      isFirst = false;
      this.#requireOpen();
      await this.#pty.write(Buffer.from(chunk));
    }
  }

  /** Ends early when the program exits, or when the typing is cancelled. */
  #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const ends = [this.#ended.signal, signal];
    if (ends.some((end) => end?.aborted)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        for (const stop of stops) stop();
        resolve();
      };
      const timer = setTimeout(done, ms);
      const stops = ends.map((end) => onAbort(end, done));
    });
  }
}

/** Never splits a character. */
function endOfPiece(bytes: Uint8Array, end: number): number {
  if (end >= bytes.length) return bytes.length;
  let at = end;
  while ((bytes[at] & 0xc0) === 0x80) at--;
  return at;
}

/** About how many bytes an action adds to the queue; exact enough for a limit. */
function sizeOf(action: Action): number {
  return "text" in action ? Buffer.byteLength(action.text) : 1;
}
