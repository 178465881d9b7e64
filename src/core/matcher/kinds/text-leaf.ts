import type { Evaluation, TextMemory } from "../evaluation.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import { MatcherPart } from "./matcher-part.js";

/** A leaf that looks at one text and keeps its answer until that text differs. */
export abstract class TextLeaf extends MatcherPart {
  readonly #reads: "screen" | "transcript";
  #version = 0;
  #outcome: MatchOutcome | undefined;

  constructor(reads: "screen" | "transcript") {
    super();
    this.#reads = reads;
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    const memory = this.memory(now);
    if (memory.version !== this.#version) {
      this.#version = memory.version;
      this.#outcome = this.search(memory.text);
    }
    return this.#outcome;
  }

  protected memory(now: Evaluation): TextMemory {
    return this.#reads === "screen" ? now.screen : now.transcript;
  }

  protected abstract search(text: string): MatchOutcome | undefined;
}
