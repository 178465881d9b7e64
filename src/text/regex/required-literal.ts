import type { PatternNode } from "./syntax.js";

/**
 * A string that every match must contain; undefined when none is certain. Only characters that stand side by side, exactly
 * once and in every match count, so searching for it first can never hide a match.
 */
export function requiredLiteral(root: PatternNode): string | undefined {
  let best = "";
  let run = "";
  const endRun = (): void => {
    if (run.length > best.length) best = run;
    run = "";
  };
  const walk = (node: PatternNode): void => {
    switch (node.kind) {
      case "literal":
        run += String.fromCodePoint(node.codePoint);
        return;
      case "concat":
        node.parts.forEach(walk);
        return;
      case "capture":
        walk(node.body);
        return;
      case "empty":
      case "assertion":
        // No width: what stands before and behind it is adjacent in the text.
        return;
      case "class":
      case "repeat":
      case "alternation":
        endRun();
    }
  };
  walk(root);
  endRun();
  return best === "" ? undefined : best;
}
