import type { PatternReader } from "./pattern-reader.js";
import type { Flags } from "./syntax.js";

const FLAG_NAMES = new Map<string, keyof Flags>([
  ["i", "ignoreCase"],
  ["m", "multiLine"],
  ["s", "dotMatchesNewline"],
  ["U", "swapGreed"],
  ["u", "unicode"],
  ["x", "ignoreWhitespace"],
  ["R", "crlf"],
]);

/** Whether the reader, just behind a `(`, stands on a look-ahead or look-behind. */
export function isLookAround(reader: PatternReader): boolean {
  return ["?=", "?!", "?<=", "?<!"].some((sign) => reader.lookingAt(sign));
}

/** Reads `name>` and refuses a name given twice. */
export function parseGroupName(reader: PatternReader, known: Set<string>): void {
  const start = reader.position;
  const end = reader.source.indexOf(">", start);
  const name = end < 0 ? "" : reader.source.slice(start, end);
  if (!/^[_\p{Alphabetic}][_.[\]\p{Alphabetic}\p{Nd}\p{Nl}\p{No}]*$/u.test(name)) {
    reader.fail("a group name is letters, digits, _ and . and ends with >, as in (?<name>…)", start);
  }
  if (known.has(name)) reader.fail(`two groups have the name "${name}"`, start);
  known.add(name);
  reader.position = end + 1;
}

/** Reads flags such as `im-s`, up to but not including the `:` or `)` behind them. */
export function parseFlags(reader: PatternReader, outer: Flags, groupStart: number): Flags {
  const changed: { -readonly [Flag in keyof Flags]?: boolean } = {};
  const flagsStart = reader.position;
  let value = true;
  let dangling = false;
  for (;;) {
    reader.skipIgnored();
    if (reader.atEnd) reader.fail("this ( is never closed; write \\( for a parenthesis", groupStart);
    const character = reader.peek();
    if (character === ":" || character === ")") break;
    const start = reader.position;
    reader.next();
    if (character === "-") {
      if (!value) reader.fail("flags can be negated once only, as in (?i-s)", start);
      value = false;
      dangling = true;
      continue;
    }
    const flag = FLAG_NAMES.get(character);
    if (flag === undefined)
      reader.fail(`(?${character} is no known group; flags are ${[...FLAG_NAMES.keys()].join(" ")}`, start);
    if (changed[flag] !== undefined) reader.fail(`the flag ${character} is given twice`, start);
    changed[flag] = value;
    dangling = false;
  }
  if (dangling) reader.fail("the - negates no flag", flagsStart);
  if (reader.lookingAt(")") && Object.keys(changed).length === 0) reader.fail("(?) sets no flag", groupStart);
  return { ...outer, ...changed };
}
