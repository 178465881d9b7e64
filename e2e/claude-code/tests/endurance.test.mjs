// Many turns in a row without one wrong state.
import { test } from "node:test";
import { ONE_OF_EACH, SIZES, claude } from "../drive.mjs";
import { HOMES, WORST } from "../homes.mjs";
import { manyTurns } from "../many-turns.mjs";
import { ARE_NAMED } from "../versions.mjs";

const TURNS = 50;
/** With one that uses a tool; as many as above by a version that was named, and by soak/many-turns.mjs. */
const TURNS_OF_WORST = ARE_NAMED ? TURNS : 10;

for (const setup of ONE_OF_EACH)
  test(`${setup.name}: ${TURNS} turns in a row`, async (t) => manyTurns(await claude(t, setup), TURNS));

for (const [at, setup] of ONE_OF_EACH.entries())
  for (const [index, name] of WORST.entries())
    for (const sideChannel of ARE_NAMED ? [true, false] : [(at + index) % 2 === 0])
      // As many turns as that tell nothing new at the other size.
      if (!ARE_NAMED || setup.cols === SIZES[0].cols)
        test(`${setup.name}, ${name}, ${sideChannel ? "with" : "without"} the side channel: ${TURNS_OF_WORST} turns in a row`, async (t) =>
          manyTurns(await claude(t, setup, { ...HOMES[name], sideChannel }), TURNS_OF_WORST));
