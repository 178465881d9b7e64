import assert from "node:assert/strict";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { PtywrightError } from "../../base/index.js";
import type { LinearRegex } from "./index.js";
import { compileRegex } from "./index.js";
import { structuredPattern, tokenSoup } from "./random-pattern.test.support.js";
import { RustOracle } from "./rust-oracle.test.support.js";

const ALPHABET = ["a", "a", "b", "c", "A", "K", "1", "_", " ", "\n"];
const TEXTS_EACH = 5;

function tryOracle(pattern: string): RustOracle | undefined {
  try {
    return new RustOracle(pattern);
  } catch {
    return undefined;
  }
}

function tryOurs(pattern: string): LinearRegex | undefined {
  try {
    return compileRegex(pattern);
  } catch (error) {
    assert.ok(error instanceof PtywrightError && error.code === "invalid_regex", `${pattern}: ${String(error)}`);
    return undefined;
  }
}

/** Compares `count` generated patterns; returns how many the crate took and how many of those we refused. */
function compareRandom(seed: number, count: number, generate: (random: SeededRandom) => string): [number, number] {
  const random = new SeededRandom(seed);
  let accepted = 0;
  let refused = 0;
  for (let i = 0; i < count; i++) {
    const pattern = generate(random);
    const oracle = tryOracle(pattern);
    const ours = tryOurs(pattern);
    if (oracle === undefined) {
      assert.equal(ours, undefined, `only we accept ${JSON.stringify(pattern)}`);
      continue;
    }
    accepted++;
    if (ours === undefined) refused++;
    for (let j = 0; ours !== undefined && j < TEXTS_EACH; j++) {
      const text = random.text(ALPHABET, 10);
      const where = `${JSON.stringify(pattern)} on ${JSON.stringify(text)}`;
      assert.deepEqual(ours.exec(text), oracle.search(text), where);
    }
    oracle.free();
  }
  return [accepted, refused];
}

/** Well-formed patterns agree with the crate, and none is refused. */
export function checkWellFormed(seed: number, count: number): void {
  const [accepted, refused] = compareRandom(seed, count, (random) => structuredPattern(random, 4));
  assert.ok(accepted >= count * 0.96, `the crate took only ${accepted}`);
  assert.equal(refused, 0);
}

/** Heaps of syntax are accepted and refused as by the crate, under 5 % more refusals. */
export function checkHeaps(seed: number, count: number): void {
  const [accepted, refused] = compareRandom(seed, count, tokenSoup);
  assert.ok(accepted >= count * 0.2, `the crate took only ${accepted}`);
  assert.ok(refused < accepted * 0.05, `${refused} of ${accepted} refused`);
}
