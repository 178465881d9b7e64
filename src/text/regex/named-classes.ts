import type { CodePointSet } from "./code-point-set.js";
import { normalize, union } from "./code-point-set.js";
import { nativeClass } from "./unicode-property.js";

const ascii = (ranges: string): CodePointSet =>
  normalize(ranges.match(/[^]-[^]/g)!.map((range) => [range.charCodeAt(0), range.charCodeAt(2)]));

const ASCII_WORD = ascii("0-9A-Z_-_a-z");
const ASCII_DIGIT = ascii("0-9");
const ASCII_SPACE = ascii("\t-\r - ");

// White_Space has not changed since Unicode 6.3; listed, because `\s` is in nearly every pattern and a scan costs milliseconds.
const UNICODE_SPACE: CodePointSet = normalize([
  ...ASCII_SPACE,
  ...[0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000].map((one) => [one, one] as const),
  [0x2000, 0x200a],
]);

/** The classes of `[[:name:]]`; ASCII only whatever the flags are. */
export const POSIX_CLASSES: ReadonlyMap<string, CodePointSet> = new Map([
  ["alnum", ascii("0-9A-Za-z")],
  ["alpha", ascii("A-Za-z")],
  ["ascii", ascii("\0-\x7f")],
  ["blank", ascii("\t-\t - ")],
  ["cntrl", ascii("\0-\x1f\x7f-\x7f")],
  ["digit", ASCII_DIGIT],
  ["graph", ascii("!-~")],
  ["lower", ascii("a-z")],
  ["print", ascii(" -~")],
  ["punct", ascii("!-/:-@[-`{-~")],
  ["space", ASCII_SPACE],
  ["upper", ascii("A-Z")],
  ["word", ASCII_WORD],
  ["xdigit", ascii("0-9A-Fa-f")],
]);

/** `\d`, `\s` and `\w`, Unicode-aware unless (?-u). */
export function perlClass(letter: "d" | "s" | "w", unicode: boolean): CodePointSet {
  switch (letter) {
    case "d":
      return unicode ? native("\\p{Nd}") : ASCII_DIGIT;
    case "s":
      return unicode ? UNICODE_SPACE : ASCII_SPACE;
    case "w":
      return unicode ? native("\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}") : ASCII_WORD;
  }
}

function native(body: string): CodePointSet {
  return nativeClass(body) ?? union();
}
