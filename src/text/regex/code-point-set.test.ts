import assert from "node:assert/strict";
import { test } from "node:test";
import type { CodePointSet } from "./code-point-set.js";
import { complement, difference, has, intersection, normalize, symmetricDifference, union } from "./code-point-set.js";
import { SeededRandom } from "../../base/seeded-random.test.support.js";

const LIMIT = 40;

function randomSet(random: SeededRandom): CodePointSet {
  return normalize(
    Array.from({ length: random.below(5) }, () => {
      const first = random.below(LIMIT);
      return [first, Math.min(LIMIT, first + random.below(6))] as const;
    }),
  );
}

test("every operation agrees with the same operation one code point at a time, and keeps the normal form", () => {
  const random = new SeededRandom(3);
  for (let i = 0; i < 500; i++) {
    const a = randomSet(random);
    const b = randomSet(random);
    const results = [union(a, b), intersection(a, b), difference(a, b), symmetricDifference(a, b), complement(a)];
    for (let codePoint = 0; codePoint <= LIMIT + 1; codePoint++) {
      const [inA, inB] = [has(a, codePoint), has(b, codePoint)];
      const expected = [inA || inB, inA && inB, inA && !inB, inA !== inB, !inA];
      assert.deepEqual(
        results.map((result) => has(result, codePoint)),
        expected,
      );
    }
    for (const result of results) assert.deepEqual(normalize(result), result);
  }
});

test("touching and overlapping ranges become one", () => {
  assert.deepEqual(
    normalize([
      [5, 9],
      [1, 2],
      [3, 4],
      [8, 12],
    ]),
    [[1, 12]],
  );
});
