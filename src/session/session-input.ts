import { setTimeout as delay } from "node:timers/promises";
import type { Action, ActionSize } from "../action/index.js";
import { DEFAULT_STREAM_DELAY_MS, inputBytes, nodeSignal, streamChunks, validateAction } from "../action/index.js";
import { SessionClosedError } from "../base/index.js";
import type { PtyProcess } from "../pty/index.js";
import { InputQueue } from "./input-queue.js";
import type { SessionView } from "./session-view.js";

/** What an action may do to its session besides typing. */
export interface SessionControls {
  resize(size: ActionSize): void;
  kill(): Promise<unknown>;
  markTranscript(label: string): void;
}

/** Carries out actions. Typing keeps its order; what must work while a program does not read goes past the queue. */
export class SessionInput {
  readonly #pty: PtyProcess;
  readonly #view: SessionView;
  readonly #controls: SessionControls;
  readonly #queue = new InputQueue();
  readonly #ended = new AbortController();

  constructor(pty: PtyProcess, view: SessionView, controls: SessionControls) {
    this.#pty = pty;
    this.#view = view;
    this.#controls = controls;
  }

  /** An array is carried out in order, and nothing else is typed in between. */
  send(actions: Action | readonly Action[]): Promise<void> {
    if (!Array.isArray(actions)) return this.#sendOne(actions as Action);
    // A copy: what was checked is what is carried out, whatever the caller does to the array meanwhile.
    const list = Array.from(actions as readonly Action[]);
    for (const action of list) validateAction(action);
    this.#requireOpen();
    return this.#queue.run(
      list.reduce((sum, action) => sum + sizeOf(action), 0),
      async () => {
        for (const action of list) await this.#perform(action);
      },
    );
  }

  /** The program has exited: no pause between pieces of typing is waited for any more. */
  end(): void {
    this.#ended.abort();
  }

  #sendOne(action: Action): Promise<void> {
    validateAction(action);
    this.#requireOpen();
    switch (action.type) {
      case "resize":
      case "signal":
      case "kill":
      case "mark_transcript":
        return this.#perform(action);
      default:
        return this.#queue.run(sizeOf(action), () => this.#perform(action));
    }
  }

  #requireOpen(): void {
    if (this.#view.exitStatus !== undefined)
      throw new SessionClosedError("the program has exited; nothing can be sent to it any more");
  }

  async #perform(action: Action): Promise<void> {
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
        return this.#stream(action.text, action.chunkChars, action.delayMs);
      default: {
        // Modes are looked up now, when it is this action's turn: an earlier one may have changed them.
        this.#requireOpen();
        const bytes = inputBytes(action, this.#view.terminal.inputModes);
        if (bytes !== undefined) await this.#pty.write(bytes);
      }
    }
  }

  async #stream(text: string, chunkChars: number | undefined, delayMs = DEFAULT_STREAM_DELAY_MS): Promise<void> {
    let isFirst = true;
    for (const chunk of streamChunks(text, chunkChars)) {
      if (!isFirst && delayMs > 0) await this.#pause(delayMs);
      isFirst = false;
      this.#requireOpen();
      await this.#pty.write(Buffer.from(chunk));
    }
  }
  /** Cut short when the program exits; what follows then finds the session closed. */
  #pause(ms: number): Promise<void> {
    return delay(ms, undefined, { signal: this.#ended.signal }).catch(() => undefined);
  }
}

/** What an action adds to the bytes that wait; exact enough for a limit. */
function sizeOf(action: Action): number {
  return "text" in action ? Buffer.byteLength(action.text) : 1;
}
