import type { CodePointSet } from "./code-point-set.js";
import { complement } from "./code-point-set.js";
import { folded } from "./case-fold.js";
import { perlClass } from "./named-classes.js";
import type { PatternReader } from "./pattern-reader.js";
import type { Assertion, Flags } from "./syntax.js";
import { unicodeProperty } from "./unicode-property.js";

export type Escape =
  /** `byte`: written as \xNN, which means one byte, not a character, under (?-u) */
  | { readonly kind: "literal"; readonly codePoint: number; readonly byte: boolean }
  | { readonly kind: "class"; readonly set: CodePointSet }
  | { readonly kind: "assertion"; readonly assertion: Assertion };

/** Under (?-u) a class is one of bytes. */
export const MAX_BYTE = 0xff;

const CONTROL_ESCAPES = new Map([
  ["a", 0x07],
  ["f", 0x0c],
  ["t", 0x09],
  ["n", 0x0a],
  ["r", 0x0d],
  ["v", 0x0b],
]);
const HEX_DIGITS = { x: 2, u: 4, U: 8 } as const;

/** Reads what begins with a backslash; the reader stands on it. */
export function parseEscape(reader: PatternReader, flags: Flags): Escape {
  const escape = readEscape(reader, flags);
  if (escape.kind === "class") reader.spendRanges(escape.set.length);
  return escape;
}

function readEscape(reader: PatternReader, flags: Flags): Escape {
  const start = reader.position;
  reader.next();
  if (reader.atEnd) reader.fail("a backslash at the end escapes nothing; write \\\\ for a backslash", start);
  const character = reader.next();
  const control = CONTROL_ESCAPES.get(character);
  if (control !== undefined) return { kind: "literal", codePoint: control, byte: false };
  switch (character) {
    case "x":
    case "u":
    case "U":
      return hexEscape(reader, character, start);
    case "p":
    case "P":
      return { kind: "class", set: propertyEscape(reader, character === "P", flags, start) };
    case "d":
    case "s":
    case "w":
      return { kind: "class", set: perlClass(character, flags.unicode) };
    case "D":
    case "S":
    case "W": {
      const positive = perlClass(character.toLowerCase() as "d" | "s" | "w", flags.unicode);
      return { kind: "class", set: complement(positive, flags.unicode ? undefined : MAX_BYTE) };
    }
    case "A":
      return { kind: "assertion", assertion: "start_text" };
    case "z":
      return { kind: "assertion", assertion: "end_text" };
    case "b":
      refuseSpecialBoundary(reader, start);
      return { kind: "assertion", assertion: "word_boundary" };
    case "B":
      return { kind: "assertion", assertion: "not_word_boundary" };
    case "<":
    case ">":
      return reader.fail(`\\${character} (a one-sided word boundary) is not supported; use \\b`, start);
    case "Z":
      return reader.fail("\\Z does not exist; \\z is the end of the text", start);
  }
  if (/^[0-9]$/.test(character)) {
    reader.fail(
      `\\${character} is a backreference or an octal escape, neither exists; write a character as \\x{41}`,
      start,
    );
  }

  if (/^[\x00-\x7f]$/.test(character) && !/^[A-Za-z]$/.test(character)) {
    return { kind: "literal", codePoint: character.charCodeAt(0), byte: false };
  }
  return reader.fail(`\\${character} is no known escape; write \\\\ for a backslash`, start);
}

function refuseSpecialBoundary(reader: PatternReader, start: number): void {
  const special = /^\{\s*[-A-Za-z]/.test(reader.source.slice(reader.position, reader.position + 16));
  if (special) reader.fail("\\b{…} (a one-sided word boundary) is not supported; use \\b", start);
}

function hexEscape(reader: PatternReader, kind: "x" | "u" | "U", start: number): Escape {
  let digits = "";
  let byte = false;
  reader.skipIgnored();
  if (reader.take("{")) {
    for (reader.skipIgnored(); !reader.take("}"); reader.skipIgnored()) {
      if (reader.atEnd) reader.fail(`\\${kind}{ has no closing brace`, start);
      digits += reader.next();
    }
  } else {
    byte = kind === "x";
    for (let i = 0; i < HEX_DIGITS[kind]; i++) {
      reader.skipIgnored();
      digits += reader.next();
    }
    if (digits.length < HEX_DIGITS[kind])
      reader.fail(`\\${kind} takes ${HEX_DIGITS[kind]} hexadecimal digits, or \\${kind}{…}`, start);
  }
  if (!/^[0-9A-Fa-f]+$/.test(digits)) reader.fail(`"${digits}" is no hexadecimal number`, start);
  const codePoint = Number.parseInt(digits, 16);
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff))
    reader.fail(`${digits} (hexadecimal) is no Unicode character`, start);
  return { kind: "literal", codePoint, byte };
}

function propertyEscape(reader: PatternReader, negatedLetter: boolean, flags: Flags, start: number): CodePointSet {
  if (!flags.unicode) reader.fail("\\p needs Unicode mode; it stands inside (?-u)", start);
  reader.skipIgnored();
  if (reader.atEnd) reader.fail("\\p needs a property, such as \\pL or \\p{Greek}", start);
  let name = "";
  if (reader.take("{")) {
    for (reader.skipIgnored(); !reader.take("}"); reader.skipIgnored()) {
      if (reader.atEnd) reader.fail("\\p{ has no closing brace", start);
      name += reader.next();
    }
  } else name = reader.next();
  let negated = negatedLetter;
  let expression = name;
  if (expression.startsWith("^")) {
    negated = !negated;
    expression = expression.slice(1);
  }
  if (expression.includes("!=")) {
    negated = !negated;
    expression = expression.replace("!=", "=");
  }
  reader.spendProperty(expression);
  const positive = unicodeProperty(expression);
  if (positive === undefined) {
    reader.fail(
      `"${name}" is no known Unicode property; use a category (L, Nd, Sc), a script (Greek) or a binary property (Alphabetic)`,
      start,
    );
  }
  const set = flags.ignoreCase ? folded(reader, positive, true) : positive;
  return negated ? complement(set) : set;
}
