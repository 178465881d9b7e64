import { MAX_LARGE_MESSAGES } from "../base/index.js";

/** Lets a few clients at a time send a large message, so that what all of them hold is bounded however many there are. */
export class LargeMessageGate {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Calls back at once if there is room, else when somebody leaves. The returned function leaves, also the queue. */
  enter(onEntered: () => void): () => void {
    let state: "waiting" | "inside" | "left" = "waiting";
    const begin = (): void => {
      state = "inside";
      this.#inside++;
      onEntered();
    };
    if (this.#inside < this.#most) begin();
    else this.#waiting.add(begin);
    return () => {
      const before = state;
      state = "left";
      if (before === "waiting") this.#waiting.delete(begin);
      if (before === "inside") this.#leave();
    };
  }

  #leave(): void {
    this.#inside--;
    for (const begin of this.#waiting) {
      this.#waiting.delete(begin);
      return begin();
    }
  }
}

/** One for all connections of this process. */
export const largeMessages = new LargeMessageGate(MAX_LARGE_MESSAGES);
