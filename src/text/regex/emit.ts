import type { CodePointSet } from "./code-point-set.js";
import { complement, MAX_CODE_POINT } from "./code-point-set.js";
import type { Assertion, PatternNode } from "./syntax.js";

const ASSERTIONS: Readonly<Record<Assertion, string>> = {
  start_text: "\\A",
  end_text: "\\z",
  start_line: "(?m:^)",
  end_line: "(?m:$)",
  word_boundary: "\\b",
  not_word_boundary: "\\B",
};

/** How tightly a node must hold together where it is put. */
enum Place {
  Branch,
  Sequence,
  Atom,
}

/** Writes a parsed pattern in the few forms that re2js and the Rust crate read alike: no flags, no named classes. */
export function emitRe2(node: PatternNode): string {
  return emit(node, Place.Branch);
}

function emit(node: PatternNode, place: Place): string {
  switch (node.kind) {
    case "empty":
      return "(?:)";
    case "literal":
      return emitCharacter(node.codePoint);
    case "class":
      return emitClass(node.set);
    case "assertion":
      return ASSERTIONS[node.assertion];
    case "capture":
      return `(${emit(node.body, Place.Branch)})`;
    case "repeat": {
      const text = emit(node.body, Place.Atom) + emitBounds(node.min, node.max) + (node.greedy ? "" : "?");
      return place === Place.Atom ? `(?:${text})` : text;
    }
    case "concat": {
      const text = node.parts.map((part) => emit(part, Place.Sequence)).join("");
      return place === Place.Atom ? `(?:${text})` : text;
    }
    case "alternation": {
      const text = node.branches.map((branch) => emit(branch, Place.Sequence)).join("|");
      return place === Place.Branch ? text : `(?:${text})`;
    }
  }
}

function emitBounds(min: number, max: number | undefined): string {
  if (max === undefined) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function emitCharacter(codePoint: number): string {
  const plain = codePoint > 0x9f && (codePoint < 0xd800 || codePoint > 0xdfff);
  const character = String.fromCodePoint(codePoint);
  return plain || /^[A-Za-z0-9 ]$/.test(character) ? character : `\\x{${codePoint.toString(16)}}`;
}

function emitClass(set: CodePointSet): string {
  const [range] = set;
  if (range === undefined) return "[^\\x{0}-\\x{10ffff}]";
  if (set.length === 1 && range[0] === range[1]) return emitCharacter(range[0]);
  if (set.at(-1)![1] !== MAX_CODE_POINT) return `[${emitRanges(set)}]`;
  const missing = complement(set);
  if (missing.length === 0) return "(?s:.)";
  if (missing.length === 1 && missing[0][0] === 0x0a && missing[0][1] === 0x0a) return ".";
  return `[^${emitRanges(missing)}]`;
}

function emitRanges(set: CodePointSet): string {
  return set
    .map(([first, last]) => (first === last ? emitCharacter(first) : `${emitCharacter(first)}-${emitCharacter(last)}`))
    .join("");
}
