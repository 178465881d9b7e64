import type { RE2JS } from "re2js";
import { MAX_PATTERN_STEPS } from "../../base/index.js";

/** As many steps as two matchers may have. */
const MAX_KEPT_STEPS = 2 * MAX_PATTERN_STEPS;

interface Kept {
  readonly pattern: RE2JS;
  readonly steps: number;
}

/** The patterns that were compiled last, for whoever waits for the same again: that takes milliseconds for a large one. */
export class CompiledPatterns {
  readonly #compile: (source: string) => RE2JS;
  /** The one that was not used for longest first. */
  readonly #kept = new Map<string, Kept>();
  #steps = 0;

  constructor(compile: (source: string) => RE2JS) {
    this.#compile = compile;
  }

  get(source: string, steps: number): RE2JS {
    const kept = this.#kept.get(source) ?? { pattern: this.#compile(source), steps };
    this.#forget(source);
    this.#kept.set(source, kept);
    this.#steps += kept.steps;
    for (const oldest of this.#kept.keys()) {
      if (this.#steps <= MAX_KEPT_STEPS) break;
      this.#forget(oldest);
    }
    return kept.pattern;
  }

  #forget(source: string): void {
    this.#steps -= this.#kept.get(source)?.steps ?? 0;
    this.#kept.delete(source);
  }
}
