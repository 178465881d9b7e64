import { MAX_REPEAT } from "./quantifier-parser.js";
import { PatternProblem } from "./regex-error.js";
import type { PatternNode } from "./syntax.js";

/**
 * Steps per character in the worst case; keeps a hostile pattern on a full screen or transcript tail within a fraction
 * of a second, and refuses `((a{100}){100}){100}` before the engine tries to build it.
 */
const MAX_PROGRAM_SIZE = 2000;

/** Refuses patterns whose repetitions multiply to more than the engine should run. */
export function checkProgramSize(root: PatternNode): void {
  measure(root, 1);
}

/** `repeats` is the product of the counts around this node, as the engine limits it. */
function measure(node: PatternNode, repeats: number): number {
  switch (node.kind) {
    case "empty":
    case "literal":
    case "assertion":
    case "class":
      return 1;
    case "capture":
      return measure(node.body, repeats) + 2;
    case "concat":
      return total(node.parts, repeats);
    case "alternation":
      return total(node.branches, repeats) + node.branches.length - 1;
    case "repeat": {
      const count = node.max ?? node.min;
      const product = count >= 2 ? repeats * count : repeats;
      if (product > MAX_REPEAT) {
        throw new PatternProblem(
          node.position,
          `nested repetitions multiply to ${product}, the limit is ${MAX_REPEAT}`,
        );
      }
      const body = measure(node.body, product);
      // Every copy that may be left out needs a branch of its own.
      const branches = node.max === undefined ? 1 : node.max - node.min;
      const size = body * Math.max(1, count) + branches;
      if (size > MAX_PROGRAM_SIZE) throw new PatternProblem(node.position, tooLarge(size));
      return size;
    }
  }
}

function total(nodes: readonly PatternNode[], repeats: number): number {
  let size = 0;
  for (const node of nodes) size += measure(node, repeats);
  // Without repetition a pattern is at most as large as its text, which has a limit of its own.
  return size;
}

function tooLarge(size: number): string {
  return `the repeated part expands to about ${size} steps, the limit is ${MAX_PROGRAM_SIZE}`;
}
