import type { Evaluation, TextMemory } from "../evaluation.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import { MatcherPart } from "./matcher-part.js";

/** The text that a leaf looks at. */
export type Source = "screen" | "transcript" | "title";

/** A leaf that looks at one text and keeps its answer until that text differs. */
export abstract class TextLeaf extends MatcherPart {
  readonly #reads: Source;
  #version = 0;
  #outcome: MatchOutcome | undefined;

  constructor(reads: Source) {
    super();
    this.#reads = reads;
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    // A program that has set no title has none that could match, not an empty one.
    if (this.#reads === "title" && now.view.title === null) return undefined;
    const memory = this.memory(now);
    if (memory.version !== this.#version) {
      this.#version = memory.version;
      const before = this.#outcome;
      this.#outcome = this.search(memory.text);
      if (this.#outcome !== undefined) this.vanishedAt = undefined;
      else if (before !== undefined) this.vanishedAt = now.view.sequence;
    }
    return this.#outcome;
  }

  protected memory(now: Evaluation): TextMemory {
    return now[this.#reads];
  }

  protected abstract search(text: string): MatchOutcome | undefined;
}
