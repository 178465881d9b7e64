import type { CodePointRange, CodePointSet } from "./code-point-set.js";
import { has, normalize } from "./code-point-set.js";
import type { PatternReader } from "./pattern-reader.js";
import { nativeClass } from "./unicode-property.js";

/** Simple case folding: characters that are one and the same under (?i), as groups of two to four code points. */
let orbits: readonly (readonly number[])[] | undefined;
let orbitByMember: Map<number, readonly number[]> | undefined;

// Fold together, but only by their multi-character upper case, which no one-to-one mapping shows.
const PAIRS_WITHOUT_SIMPLE_MAPPING: readonly (readonly [number, number])[] = [
  [0x390, 0x1fd3],
  [0x3b0, 0x1fe3],
  [0xfb05, 0xfb06],
];

function buildOrbits(): readonly (readonly number[])[] {
  const canonical = new Map<number, number>();
  const find = (codePoint: number): number => {
    let current = codePoint;
    for (let next = canonical.get(current); next !== undefined; next = canonical.get(current)) current = next;
    return current;
  };
  const join = (a: number, b: number): void => {
    // V8's i flag with u is exactly simple case folding, so it decides; the mappings below only propose.
    if (a === b || find(a) === find(b)) return;
    if (new RegExp(`^\\u{${a.toString(16)}}$`, "iu").test(String.fromCodePoint(b))) canonical.set(find(b), find(a));
  };
  const cased: number[] = [];
  for (const [first, last] of nativeClass("\\p{Changes_When_Casemapped}\\p{Changes_When_Casefolded}") ?? []) {
    for (let codePoint = first; codePoint <= last; codePoint++) cased.push(codePoint);
  }
  for (const codePoint of cased) {
    const character = String.fromCodePoint(codePoint);
    const upper = character.toUpperCase();
    for (const mapped of [character.toLowerCase(), upper, upper.toLowerCase()]) {
      const other = mapped.codePointAt(0)!;
      if (String.fromCodePoint(other) === mapped) join(codePoint, other);
    }
  }
  for (const [a, b] of PAIRS_WITHOUT_SIMPLE_MAPPING) join(a, b);
  const groups = new Map<number, number[]>();
  for (const codePoint of cased) {
    const root = find(codePoint);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [codePoint]);
    else group.push(codePoint);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function allOrbits(): readonly (readonly number[])[] {
  return (orbits ??= buildOrbits());
}

// The letters of ASCII with the two signs that fold into them, so that plain English patterns need no Unicode table.
const ASCII_ORBITS: readonly (readonly number[])[] = Array.from({ length: 26 }, (_, i) => [0x41 + i, 0x61 + i]);
const KELVIN_SIGN = 0x212a;
const LONG_S = 0x17f;
const ASCII_ORBITS_IN_UNICODE = ASCII_ORBITS.map((orbit) => {
  if (orbit[0] === 0x4b) return [...orbit, KELVIN_SIGN];
  return orbit[0] === 0x53 ? [...orbit, LONG_S] : orbit;
});

/** The code points equal to this one under (?i), itself included. */
export function foldedCodePoints(codePoint: number, unicode: boolean): readonly number[] {
  if (codePoint < 0x80) {
    const groups = unicode ? ASCII_ORBITS_IN_UNICODE : ASCII_ORBITS;
    return groups[(codePoint | 0x20) - 0x61]?.includes(codePoint) ? groups[(codePoint | 0x20) - 0x61] : [codePoint];
  }
  if (!unicode) return [codePoint];
  orbitByMember ??= new Map(allOrbits().flatMap((orbit) => orbit.map((member) => [member, orbit] as const)));
  return orbitByMember.get(codePoint) ?? [codePoint];
}

/** How many ranges take as long as a look through all groups. */
const FOLDING_RANGES = 1_400;

/** The set with every character's other cases added, as part of a pattern. */
export function folded(reader: PatternReader, set: CodePointSet, unicode: boolean): CodePointSet {
  if (unicode && !isAscii(set)) reader.spendRanges(FOLDING_RANGES);
  return foldedSet(set, unicode);
}

const isAscii = (set: CodePointSet): boolean => (set.at(-1)?.[1] ?? 0) < 0x80;

export function foldedSet(set: CodePointSet, unicode: boolean): CodePointSet {
  const added: CodePointRange[] = [];
  const groups = !unicode ? ASCII_ORBITS : isAscii(set) ? ASCII_ORBITS_IN_UNICODE : allOrbits();
  for (const orbit of groups) {
    const held = orbit.filter((member) => has(set, member)).length;
    if (held > 0 && held < orbit.length) for (const member of orbit) added.push([member, member]);
  }
  return added.length === 0 ? set : normalize([...set, ...added]);
}
