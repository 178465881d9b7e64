import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import type { Step } from "./random-input.test.support.js";
import { keptInputs, problemWith, randomSteps, shortened } from "./random-input.test.support.js";

/** Some 500 times as many in `npm run soak`. */
const PROGRAMS = 300;

test("T6: random and mutated bytes with resizes between them neither break nor hold up the terminal", () => {
  const { seed } = SeededRandom.ofRun();
  for (let at = 0; at < PROGRAMS; at++) {
    const problem = problemWith(randomSteps(new SeededRandom(seed + at)));
    assert.equal(problem, undefined, `seed ${seed + at}`);
  }
});

test("T6: what once broke a terminal is harmless", () => {
  const kept = keptInputs();
  assert.ok(kept.length > 0, "no kept input was found");
  for (const { name, steps } of kept) assert.equal(problemWith(steps), undefined, name);
});

test("of many steps those that break it are kept", () => {
  const steps: Step[] = Array.from({ length: 20 }, (_, at) => ({ resize: [at + 1, 1] }));
  const hasBoth = (some: readonly Step[]): boolean => some.includes(steps[3]) && some.includes(steps[16]);
  assert.deepEqual(shortened(steps, hasBoth), [steps[3], steps[16]]);
});
