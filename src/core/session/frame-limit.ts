import { FRAME_LIMIT_MS } from "../../base/index.js";
import type { Terminal } from "../screen/index.js";

/** A program that begins a frame and does not end it does not hide its screen for ever. One timer, and only while a frame is held. */
export class FrameLimit {
  readonly #terminal: Pick<Terminal, "isFrameHeld" | "frameCount">;
  readonly #onOver: () => void;
  #timer: NodeJS.Timeout | undefined;
  #frame = 0;

  constructor(terminal: Pick<Terminal, "isFrameHeld" | "frameCount">, onOver: () => void) {
    this.#terminal = terminal;
    this.#onOver = onOver;
  }

  /** To be called after each batch of output. */
  batchTaken(): void {
    const { isFrameHeld, frameCount } = this.#terminal;
    if (this.#timer !== undefined && (!isFrameHeld || frameCount !== this.#frame)) this.stop();
    if (!isFrameHeld || this.#timer !== undefined) return;
    this.#frame = frameCount;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#onOver();
    }, FRAME_LIMIT_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
