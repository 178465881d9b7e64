import type { SeededRandom } from "../../base/seeded-random.test.support.js";

const raw = String.raw;
// prettier-ignore
const ATOMS = [
  "a", "b", "c", "ab", "1", "_", " ", "K", ".", "[ab]", "[^a]", "[a-c&&[^b]]", "[a-c--b]", "[ab~~bc]", "[^[:alpha:]]", "^", "$", raw`\A`, raw`\z`, raw`\b`, raw`\B`,
  raw`\n`, raw`\s`, raw`[\s\S]`, raw`(?-u:\w)`, "(?i:A)", "(?i:[^b])", "(?m:^)", "(?m:$)", "(?s:.)", "",
];
/** Rarer, because the crate takes 10 ms to compile one. */
const LARGE_CLASSES = [raw`\d`, raw`\w`, raw`\W`, raw`[^\W_]`, raw`\pL`];
const ONE_LARGE_IN = 40;
const QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{0}", "{1,}", "**"];
// prettier-ignore
const TOKENS = [
  ...ATOMS, ...QUANTIFIERS, "(", ")", "(?:", "(?i)", "(?-i)", "(?x)", "(?U)", "(?s-m)", "|", "[", "]", "[^", "-", "--", "&&", "~~", "[:digit:]", "{", "}", "#", raw`\-`, raw`\]`, raw`\x62`, "(?=", raw`\1`,
];

function atom(random: SeededRandom): string {
  return random.pick(random.below(ONE_LARGE_IN) === 0 ? LARGE_CLASSES : ATOMS);
}

/** A well-formed pattern; its groups are named g1, g2, … in their order. */
export function structuredPattern(random: SeededRandom, depth: number, groups = { count: 0 }): string {
  const part = (): string => structuredPattern(random, depth - 1, groups);
  if (depth <= 0) return atom(random);
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2:
      return atom(random);
    case 3:
    case 4:
      return part() + part();
    case 5:
      return `(?:${part()}|${part()})`;
    case 6:
      return `(?P<g${++groups.count}>${part()})`;
    case 7:
      return `${part()}|${part()}`;
    default:
      return `(?:${part()})${random.pick(QUANTIFIERS)}`;
  }
}

/** Pieces of syntax in any order: mostly wrong, and both sides must say so. At most one group, unnamed. */
export function tokenSoup(random: SeededRandom): string {
  const tokens = Array.from({ length: 1 + random.below(7) }, () => random.pick(TOKENS));
  const first = tokens.indexOf("(");
  return tokens.map((token, i) => (token === "(" && i !== first ? "(?:" : token)).join("");
}
