import type { CodePointSet } from "./code-point-set.js";
import { complement, difference, intersection, normalize, symmetricDifference, union } from "./code-point-set.js";
import { folded } from "./case-fold.js";
import { MAX_BYTE, parseEscape } from "./escape-parser.js";
import { POSIX_CLASSES } from "./named-classes.js";
import type { PatternReader } from "./pattern-reader.js";
import type { Flags } from "./syntax.js";

type SetOperation = (a: CodePointSet, b: CodePointSet) => CodePointSet;

const OPERATIONS: readonly (readonly [string, SetOperation])[] = [
  ["&&", intersection],
  ["--", difference],
  ["~~", symmetricDifference],
];
const MAX_CLASS_DEPTH = 100;

/** One character, or a class that cannot be the end of a range. */
type Item = number | CodePointSet;

/**
 * Reads a bracketed class and resolves it to its code points: nesting, set operations and (?i) are all gone afterwards.
 * The operators bind equally, from left to right, and weaker than putting items side by side.
 */
export function parseBracketClass(reader: PatternReader, flags: Flags, depth = 0): CodePointSet {
  const start = reader.position;
  if (depth > MAX_CLASS_DEPTH) reader.fail(`classes nest deeper than ${MAX_CLASS_DEPTH}`);
  const fold = (set: CodePointSet): CodePointSet => (flags.ignoreCase ? folded(reader, set, flags.unicode) : set);
  reader.next();
  reader.skipIgnored();
  const negated = reader.take("^");
  reader.skipIgnored();
  const items: CodePointSet[] = [];
  while (reader.take("-")) {
    items.push(one(0x2d));
    reader.skipIgnored();
  }
  // A bracket in the first place is the character itself.
  if (items.length === 0 && reader.take("]")) items.push(one(0x5d));

  let left: CodePointSet | undefined;
  let pending: SetOperation | undefined;
  const finishOperand = (): CodePointSet => {
    reader.spendRanges(items.reduce((sum, item) => sum + item.length, 0));
    const operand = fold(union(...items));
    items.length = 0;
    return left === undefined || pending === undefined ? operand : pending(left, operand);
  };
  for (;;) {
    reader.skipIgnored();
    if (reader.atEnd) reader.fail("this character class has no closing ]; write \\[ for a bracket", start);
    if (reader.take("]")) {
      const set = fold(finishOperand());
      return negated ? complement(set, flags.unicode ? undefined : MAX_BYTE) : set;
    }
    const operation = OPERATIONS.find(([sign]) => reader.lookingAt(sign));
    if (operation !== undefined) {
      left = finishOperand();
      pending = operation[1];
      reader.take(operation[0]);
    } else if (reader.lookingAt("[")) {
      items.push(posixClass(reader, flags) ?? parseBracketClass(reader, flags, depth + 1));
    } else items.push(parseRange(reader, flags, start));
  }
}

function one(codePoint: number): CodePointSet {
  return [[codePoint, codePoint]];
}

function posixClass(reader: PatternReader, flags: Flags): CodePointSet | undefined {
  const found = /^\[:(\^?)(\w*):\]/.exec(reader.source.slice(reader.position, reader.position + 16));
  if (found === null) return undefined;
  const positive = POSIX_CLASSES.get(found[2]);
  // The crate reads an unknown name as a nested class of those letters; nobody means that.
  if (positive === undefined)
    reader.fail(`[:${found[2]}:] is no known class; known are ${[...POSIX_CLASSES.keys()].join(", ")}`);
  reader.position += found[0].length;
  const set = flags.ignoreCase ? folded(reader, positive, flags.unicode) : positive;
  return found[1] === "^" ? complement(set, flags.unicode ? undefined : MAX_BYTE) : set;
}

function parseRange(reader: PatternReader, flags: Flags, classStart: number): CodePointSet {
  const start = reader.position;
  const first = parseItem(reader, flags);
  reader.skipIgnored();
  if (reader.atEnd) reader.fail("this character class has no closing ]; write \\[ for a bracket", classStart);
  const second = reader.peekSecond();
  if (!reader.lookingAt("-") || second === "]" || second === "-") return typeof first === "number" ? one(first) : first;
  reader.next();
  reader.skipIgnored();
  if (reader.atEnd) reader.fail("this character class has no closing ]; write \\[ for a bracket", classStart);
  const last = parseItem(reader, flags);
  if (typeof first !== "number" || typeof last !== "number") {
    return reader.fail("a range needs a single character at both ends; write \\- for a hyphen", start);
  }
  if (first > last) reader.fail("this range runs backwards; write \\- for a hyphen", start);
  return normalize([[first, last]]);
}

function parseItem(reader: PatternReader, flags: Flags): Item {
  const start = reader.position;
  if (!reader.lookingAt("\\")) return checkByte(reader, flags, reader.next().codePointAt(0)!, start);
  const escape = parseEscape(reader, flags);
  switch (escape.kind) {
    case "literal":
      return checkByte(reader, flags, escape.codePoint, start, escape.byte);
    case "class":
      return escape.set;
    case "assertion":
      return reader.fail("a boundary such as \\b or \\A cannot stand inside a class", start);
  }
}

function checkByte(reader: PatternReader, flags: Flags, codePoint: number, start: number, byte = false): number {
  if (!flags.unicode && codePoint > 0x7f && !byte)
    reader.fail("inside (?-u) a class can hold ASCII characters only", start);
  return codePoint;
}
