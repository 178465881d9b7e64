import { MAX_REPEAT } from "./quantifier-parser.js";
import { PatternProblem } from "./regex-error.js";
import type { PatternNode } from "./syntax.js";

/**
 * Steps per character that counted repetitions of one pattern may add, all together. Refuses `((a{100}){100}){100}` before the engine
 * tries to build it.
 */
const MAX_REPEATED_SIZE = 2000;

/** Steps per character, about as many as the engine's program has. Refuses patterns whose repetitions expand to more than it should run. */
export function programSize(root: PatternNode): number {
  return new SizeCheck().measure(root, 1);
}

class SizeCheck {
  #repeated = 0;

  /** `repeats` is the product of the counts around this node, as the engine limits it. */
  measure(node: PatternNode, repeats: number): number {
    switch (node.kind) {
      case "empty":
      case "literal":
      case "assertion":
      case "class":
        return 1;
      case "capture":
        return this.measure(node.body, repeats) + 2;
      case "concat":
        return this.#total(node.parts, repeats);
      case "alternation":
        return this.#total(node.branches, repeats) + node.branches.length - 1;
      case "repeat":
        return this.#repeat(node, repeats);
    }
  }

  #total(nodes: readonly PatternNode[], repeats: number): number {
    let size = 0;
    for (const node of nodes) size += this.measure(node, repeats);
    return size;
  }

  #repeat(node: PatternNode & { kind: "repeat" }, repeats: number): number {
    const count = node.max ?? node.min;
    const product = count >= 2 ? repeats * count : repeats;
    if (product > MAX_REPEAT) {
      throw new PatternProblem(node.position, `nested repetitions multiply to ${product}, the limit is ${MAX_REPEAT}`);
    }
    // Every copy that may be left out needs a branch of its own.
    const branches = node.max === undefined ? 1 : node.max - node.min;
    const size = this.measure(node.body, product) * Math.max(1, count) + branches;
    // An inner repetition is part of the outer one's size already.
    const outermost = repeats === 1 && count >= 2;
    if (outermost) this.#repeated += size;
    if (this.#repeated > MAX_REPEATED_SIZE) {
      const what = `the counted repetitions up to here expand to about ${this.#repeated} steps`;
      throw new PatternProblem(node.position, `${what}, the limit is ${MAX_REPEATED_SIZE}`);
    }
    return size;
  }
}
