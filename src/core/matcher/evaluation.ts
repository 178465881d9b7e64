import type { SessionFacts } from "./match-view.js";

/** Remembers one text between evaluations, so that what depends on it is worked out again only when it differs. */
export class TextMemory {
  readonly #read: (view: SessionFacts) => string;
  text = "";
  /** Goes up with every different text; 0 before the first. */
  version = 0;

  constructor(read: (view: SessionFacts) => string) {
    this.#read = read;
  }

  look(view: SessionFacts): void {
    const text = this.#read(view);
    // Compared by content, not by the view's sequence: a session may look twice while one batch is being processed.
    if (this.version > 0 && text === this.text) return;
    this.text = text;
    this.version++;
  }
}

/** One evaluation of a tree: each text is read from the view at most once, and only if asked for. */
export class Evaluation {
  readonly view: SessionFacts;
  /** Milliseconds since the wait began or the last change during it. */
  readonly stableMs: number;
  /**
   * What is taken for the answer of somebody who would have to be asked: a plugin, or a thread about a text that is too large to be
   * searched at once. Undefined: what the plugin said last, and the text is searched all the same.
   * Whoever turns the answer of a branch round turns this round while that is evaluated.
   */
  supposed: boolean | undefined;
  /** A text was too large, and something was supposed. */
  isOpen = false;
  readonly #screen: TextMemory;
  readonly #transcript: TextMemory;
  #screenRead = false;
  #transcriptRead = false;

  constructor(
    { view, stableMs, supposed }: Pick<Evaluation, "view" | "stableMs" | "supposed">,
    screen: TextMemory,
    transcript: TextMemory,
  ) {
    this.view = view;
    this.stableMs = stableMs;
    this.supposed = supposed;
    this.#screen = screen;
    this.#transcript = transcript;
  }

  get screen(): TextMemory {
    if (!this.#screenRead) this.#screen.look(this.view);
    this.#screenRead = true;
    return this.#screen;
  }

  get transcript(): TextMemory {
    if (!this.#transcriptRead) this.#transcript.look(this.view);
    this.#transcriptRead = true;
    return this.#transcript;
  }
}
