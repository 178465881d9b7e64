// Many turns in a row without one wrong state.
import { test } from "node:test";
import { ONE_OF_EACH, claude } from "../drive.mjs";
import { HOMES, WORST } from "../homes.mjs";
import { manyTurns } from "../many-turns.mjs";

const TURNS = 50;
/** With one that uses a tool; as many as above by soak/many-turns.mjs. */
const TURNS_OF_WORST = 10;

for (const setup of ONE_OF_EACH)
  test(`${setup.name}: ${TURNS} turns in a row`, async (t) => manyTurns(await claude(t, setup), TURNS));

for (const [at, setup] of ONE_OF_EACH.entries())
  for (const [index, name] of WORST.entries())
    test(`${setup.name}, ${name}: ${TURNS_OF_WORST} turns in a row`, async (t) => {
      const options = { ...HOMES[name], sideChannel: (at + index) % 2 === 0 };
      await manyTurns(await claude(t, setup, options), TURNS_OF_WORST);
    });
