import { parseBracketClass } from "./class-parser.js";
import type { CodePointSet } from "./code-point-set.js";
import { complement, normalize } from "./code-point-set.js";
import { foldedCodePoints } from "./case-fold.js";
import { parseEscape } from "./escape-parser.js";
import { isLookAround, parseFlags, parseGroupName } from "./group-parser.js";
import { PatternBudget } from "./pattern-budget.js";
import { PatternReader } from "./pattern-reader.js";
import { parseQuantifier } from "./quantifier-parser.js";
import type { Assertion, Flags, PatternNode } from "./syntax.js";
import { DEFAULT_FLAGS } from "./syntax.js";

/** As the crate's default. */
const MAX_DEPTH = 250;
const NEWLINE: CodePointSet = [[0x0a, 0x0a]];
const LINE_ENDS: CodePointSet = normalize([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
]);

/** Reads a pattern of the Rust dialect; throws PatternProblem for what is wrong or cannot be done in linear time. */
export function parsePattern(source: string, budget = new PatternBudget()): PatternNode {
  return new Parser(source, budget).parse();
}

class Parser {
  readonly #reader: PatternReader;
  readonly #names = new Set<string>();
  #flags: Flags = DEFAULT_FLAGS;
  #depth = 0;

  constructor(source: string, budget: PatternBudget) {
    this.#reader = new PatternReader(source, budget);
  }

  parse(): PatternNode {
    const node = this.#alternation();
    if (!this.#reader.atEnd) this.#reader.fail("this ) closes nothing; write \\) for a parenthesis");
    return node;
  }

  #setFlags(flags: Flags): void {
    this.#flags = flags;
    this.#reader.ignoreWhitespace = flags.ignoreWhitespace;
  }

  #alternation(): PatternNode {
    if (++this.#depth > MAX_DEPTH) this.#reader.fail(`groups nest deeper than ${MAX_DEPTH}`);
    const branches = [this.#concat()];
    while (this.#reader.take("|")) branches.push(this.#concat());
    this.#depth--;
    return branches.length === 1 ? branches[0] : { kind: "alternation", branches };
  }

  #concat(): PatternNode {
    const reader = this.#reader;
    const parts: PatternNode[] = [];
    // Flags such as (?i) are no expression: a quantifier has nothing to repeat right after them.
    let repeatable = false;
    let repeats = 0;
    for (;;) {
      reader.skipIgnored();
      if (reader.atEnd || reader.lookingAt("|") || reader.lookingAt(")")) break;
      const start = reader.position;
      const quantifier = parseQuantifier(reader, this.#flags);
      if (quantifier !== undefined) {
        if (!repeatable) reader.fail("this quantifier has nothing to repeat; escape it to mean the character", start);
        if (this.#depth + ++repeats > MAX_DEPTH) reader.fail(`quantifiers nest deeper than ${MAX_DEPTH}`, start);
        parts.push({ kind: "repeat", ...quantifier, body: parts.pop()!, position: start });
        continue;
      }
      const node = this.#primary();
      repeatable = node !== undefined;
      repeats = 0;
      if (node !== undefined) parts.push(node);
    }
    if (parts.length === 0) return { kind: "empty" };
    return parts.length === 1 ? parts[0] : { kind: "concat", parts };
  }

  /** One item; undefined when it only changed flags. */
  #primary(): PatternNode | undefined {
    const reader = this.#reader;
    const flags = this.#flags;
    const start = reader.position;
    switch (reader.peek()) {
      case "(":
        return this.#group();
      case "[":
        return this.#class(parseBracketClass(reader, flags), start);
      case "\\": {
        const escape = parseEscape(reader, flags);
        if (escape.kind === "assertion") return escape;
        if (escape.kind === "class") return this.#class(escape.set, start);
        if (escape.byte && !flags.unicode && escape.codePoint > 0x7f)
          reader.fail("inside (?-u) this is a byte, not a character", start);
        return this.#literal(escape.codePoint);
      }
      case ".":
        reader.next();
        if (!flags.unicode) reader.fail("inside (?-u) a dot would match parts of characters", start);
        return { kind: "class", set: this.#dot() };
      case "^":
        reader.next();
        return this.#lineAssertion("start_text", "start_line", start);
      case "$":
        reader.next();
        return this.#lineAssertion("end_text", "end_line", start);
      default:
        return this.#literal(reader.next().codePointAt(0)!, start);
    }
  }

  #dot(): CodePointSet {
    if (this.#flags.dotMatchesNewline) return complement([]);
    return complement(this.#flags.crlf ? LINE_ENDS : NEWLINE);
  }

  #lineAssertion(text: Assertion, line: Assertion, start: number): PatternNode {
    const { multiLine, crlf } = this.#flags;
    if (multiLine && crlf)
      this.#reader.fail("^ and $ under (?Rm) are not supported; use (?m) and an optional \\r", start);
    return { kind: "assertion", assertion: multiLine ? line : text };
  }

  #literal(codePoint: number, start = this.#reader.position): PatternNode {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff)
      this.#reader.fail("half of a surrogate pair is no character", start);
    if (!this.#flags.ignoreCase) return { kind: "literal", codePoint };
    const all = foldedCodePoints(codePoint, this.#flags.unicode);
    if (all.length === 1) return { kind: "literal", codePoint };
    return { kind: "class", set: normalize(all.map((member) => [member, member])) };
  }

  #class(set: CodePointSet, start: number): PatternNode {
    if (!this.#flags.unicode && (set.at(-1)?.[1] ?? 0) > 0x7f) {
      this.#reader.fail("inside (?-u) this class would match parts of characters; it may hold ASCII only", start);
    }
    return { kind: "class", set };
  }

  #group(): PatternNode | undefined {
    const reader = this.#reader;
    const start = reader.position;
    reader.next();
    reader.skipIgnored();
    if (isLookAround(reader))
      reader.fail("look-around does not exist; match the surroundings and put what you want into group 1", start);
    const outer = this.#flags;
    let capture = true;
    if (reader.take("?P<") || reader.take("?<")) parseGroupName(reader, this.#names);
    else if (reader.take("?")) {
      const changed = parseFlags(reader, outer, start);
      this.#setFlags(changed);
      if (reader.next() === ")") return undefined;
      capture = false;
    }
    const body = this.#alternation();
    if (!reader.take(")")) reader.fail("this ( is never closed; write \\( for a parenthesis", start);
    this.#setFlags(outer);
    return capture ? { kind: "capture", body } : body;
  }
}
