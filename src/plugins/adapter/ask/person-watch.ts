import type { ExtensionHandle } from "../../extension/index.js";

/** How long an unknown state must last: a screen is sometimes seen half painted. */
const LASTING_MS = 2_000;

/** Aborts when a program stays in a state that is not known. */
export class PersonWatch {
  readonly #controller = new AbortController();
  readonly #isKnown: (state: string) => boolean;
  readonly #stop: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(handle: ExtensionHandle, isKnown: (state: string) => boolean) {
    this.#isKnown = isKnown;
    this.#stop = handle.on((event) => {
      if (event.type === "classified") this.#look(event.state.state);
    });
    if (handle.lastState !== undefined) this.#look(handle.lastState.state);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }

  #look(state: string): void {
    if (this.#isKnown(state)) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else this.#timer ??= setTimeout(() => this.#controller.abort(), LASTING_MS);
  }
}
