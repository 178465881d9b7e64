import type { MatchView } from "./match-view.js";

/** Remembers one text between evaluations, so that what depends on it is worked out again only when it differs. */
export class TextMemory {
  readonly #read: (view: MatchView) => string;
  text = "";
  /** Goes up with every different text; 0 before the first. */
  version = 0;

  constructor(read: (view: MatchView) => string) {
    this.#read = read;
  }

  look(view: MatchView): void {
    const text = this.#read(view);
    // Compared by content, not by the view's sequence: a session may look twice while one batch is being processed.
    if (this.version > 0 && text === this.text) return;
    this.text = text;
    this.version++;
  }
}

/** One evaluation of a tree: each text is read from the view at most once, and only if asked for. */
export class Evaluation {
  readonly view: MatchView;
  /** What is taken for the answer where a text is too large to be searched at once; undefined if it is to be searched all the same. */
  readonly supposed: boolean | undefined;
  /** A text was too large, and something was supposed. */
  isOpen = false;
  readonly #screen: TextMemory;
  readonly #transcript: TextMemory;
  #screenRead = false;
  #transcriptRead = false;

  constructor(view: MatchView, screen: TextMemory, transcript: TextMemory, supposed?: boolean) {
    this.supposed = supposed;
    this.view = view;
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
