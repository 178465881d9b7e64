import type { ScreenBox } from "../../protocol/index.js";
import type { SessionFacts, ShownScreen } from "./match-view.js";

/** Remembers one text between evaluations, so that what depends on it is worked out again only when it differs. */
export class TextMemory {
  text = "";
  /** Goes up with every different text; 0 before the first. */
  version = 0;

  look(text: string): void {
    // Compared by content, not by the view's sequence: a session may look twice while one batch is being processed.
    if (this.version > 0 && text === this.text) return;
    this.text = text;
    this.version++;
  }
}

/** The texts that a tree has looked at. */
export interface TextMemories {
  readonly screen: TextMemory;
  readonly transcript: TextMemory;
  readonly title: TextMemory;
}

/** What the screen showed when a wait began; nothing to one that sees only what came after that. */
export type ScreenBefore = ShownScreen | "blank";

/** What is looked at. */
export interface Look {
  readonly view: SessionFacts;
  /** Milliseconds since the wait began or the last change during it. */
  readonly stableMs: number;
  /** How often the bell rang during the wait. */
  readonly bells: number;
  /** The screen when the wait began, for those who look for a change. */
  readonly before: ScreenBefore | undefined;
}

/** One evaluation of a tree: each text is read from the view at most once, and only if asked for. */
export class Evaluation implements Look {
  readonly view: SessionFacts;
  readonly stableMs: number;
  readonly bells: number;
  readonly before: ScreenBefore | undefined;
  /**
   * What is taken for the answer of somebody who would have to be asked: a plugin, or a thread about a text that is too large to be
   * searched at once. Undefined: what the plugin said last, and the text is searched all the same.
   */
  supposed: boolean | undefined;
  /** The answer of the branch that is evaluated is turned round, so that what nobody knows counts as a match in it. */
  isTurned = false;
  /** A text was too large, and something was supposed. */
  isOpen = false;
  /** The part of the screen that is looked at, all of it if undefined. */
  readonly box: ScreenBox | undefined;
  readonly #memories: TextMemories;
  #screenRead = false;
  #transcriptRead = false;
  #titleRead = false;

  constructor(look: Look, memories: TextMemories, supposed?: boolean, box?: ScreenBox) {
    this.view = look.view;
    this.stableMs = look.stableMs;
    this.bells = look.bells;
    this.before = look.before;
    this.supposed = supposed;
    this.box = box;
    this.#memories = memories;
  }

  get screen(): TextMemory {
    const { screen } = this.#memories;
    if (!this.#screenRead)
      screen.look(this.box === undefined ? this.view.screenText : (this.view.screen.read(this.box)?.text ?? ""));
    this.#screenRead = true;
    return screen;
  }

  get transcript(): TextMemory {
    const { transcript } = this.#memories;
    if (!this.#transcriptRead) transcript.look(this.view.transcriptTail);
    this.#transcriptRead = true;
    return transcript;
  }

  get title(): TextMemory {
    const { title } = this.#memories;
    if (!this.#titleRead) title.look(this.view.title ?? "");
    this.#titleRead = true;
    return title;
  }

  /** What a branch says whose answer is turned round. */
  turned<T>(evaluate: (now: Evaluation) => T): T {
    this.#turn();
    try {
      return evaluate(this);
    } finally {
      this.#turn();
    }
  }

  /** What a branch says that sees this part of the screen only. */
  within<T>(box: ScreenBox, screen: TextMemory, evaluate: (now: Evaluation) => T): T {
    const part = new Evaluation(this, { ...this.#memories, screen }, this.supposed, box);
    part.isTurned = this.isTurned;
    const answer = evaluate(part);
    if (part.isOpen) this.isOpen = true;
    return answer;
  }

  #turn(): void {
    this.isTurned = !this.isTurned;
    if (this.supposed !== undefined) this.supposed = !this.supposed;
  }
}
