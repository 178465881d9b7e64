import assert from "node:assert/strict";
import { test } from "node:test";
import { RedactedOutput } from "#internal/disclosure/index.js";
import { canaries, leakIn } from "../support/canaries.js";
import { Random, SEED } from "../support/random.js";

test("S1: what was held back of a secret is not told when the rest of it is lost", () => {
  for (const canary of canaries(new Random(SEED)))
    for (let cut = 1; cut < canary.text.length; cut++) {
      const output = new RedactedOutput();
      const told =
        output.push(`some words ${canary.text.slice(0, cut)}`, { isCut: false, isLast: false }) +
        output.push("\nother words\n", { isCut: true, isLast: true });
      assert.equal(leakIn(told, canary), undefined, `${canary.shape} at ${cut}: ${told}`);
    }
});
