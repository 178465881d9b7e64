import assert from "node:assert/strict";
import { test } from "node:test";
import { ENDINGS, buildProgram, endLives, someLives } from "../support/lifetimes.js";
import { NEEDS_PROC } from "../support/processes.js";

for (const ending of ENDINGS)
  test(
    `B16: what survived once and some random lives, found by their control group, end with ${ending}`,
    {
      skip: NEEDS_PROC,
    },
    async (t) => {
      const program = buildProgram(t);
      if (program === undefined) return t.skip("there is no C compiler");
      const way = { tracking: "cgroup", ending } as const;
      assert.deepEqual(await endLives(t, program, someLives(way), way), []);
    },
  );
