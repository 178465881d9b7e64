import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { shortened } from "./random-input.test.support.js";
import { COLS, GRAMMARS, ROWS, STEPS, randomProgram } from "./random-programs.test.support.js";
import { differenceFromXtermJs } from "./screen-oracle.test.support.js";
import { randomNumbers } from "./terminal-driver.test.support.js";

/** Of each kind; some 50 times as many in `npm run soak`. */
const PROGRAMS = 2_000;

describe("T10: random programs leave the same cells, looks and cursor as in xterm.js", () => {
  for (const [kind, { grammar, comparesWraps }] of Object.entries(GRAMMARS)) {
    test(kind, () => {
      for (let seed = 1; seed <= PROGRAMS; seed++) {
        const steps = randomProgram(randomNumbers(seed), grammar, STEPS);
        const differs = (some: readonly string[]): boolean =>
          differenceFromXtermJs(some, ROWS, COLS, comparesWraps) !== undefined;
        if (!differs(steps)) continue;
        const few = shortened(steps, differs);
        const difference = differenceFromXtermJs(few, ROWS, COLS, comparesWraps);
        assert.fail(`seed ${seed}: ${JSON.stringify(few)}: ${difference}`);
      }
    });
  }
});
