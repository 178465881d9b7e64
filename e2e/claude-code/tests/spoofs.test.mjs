// What an answer, a tool's output, a file's name or a here-document imitates changes no decision.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ONE_OF_EACH } from "../drive.mjs";
import { KINDS } from "../spoof-grammar.mjs";
import { spoofStorm } from "../spoof-storm.mjs";
import { ARE_NAMED } from "../versions.mjs";

/** Of everything that can be imitated, a quarter by each, so that all of it is; of a version that was named, a quarter of 200 at each size, with and without. */
const SPOOFS = ARE_NAMED ? 50 : Math.ceil(KINDS.length / 4);

/** Without colours an answer can look like anything of the program's: then its own word counts. */
const WAYS = [
  { how: "with the side channel", sideChannel: true },
  { how: "without the side channel", sideChannel: false },
  { how: "without colours", sideChannel: true, env: { NO_COLOR: "1" } },
];

for (const [at, setup] of ONE_OF_EACH.entries())
  for (const [index, { how, ...way }] of WAYS.entries())
    test(`${setup.name}: ${SPOOFS} imitations change no decision, ${how}`, async () => {
      const from = ((2 * at + index) % 4) * SPOOFS;
      const seeds = Array.from({ length: SPOOFS }, (_, index) => from + index);
      await spoofStorm({ ...setup, ...way }, seeds, ({ seed, what, problem, screen }) =>
        assert.equal(problem, undefined, `${what} of seed ${seed}: ${problem}\n${screen}`),
      );
    });
