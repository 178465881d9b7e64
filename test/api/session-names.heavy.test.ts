import assert from "node:assert/strict";
import { shell } from "../support/fixture.js";
import { factsOf, spawnIn, testInEachWorld } from "../support/worlds.js";

const CAT = shell("exec cat");

testInEachWorld("a name is one session's at a time", async (world, t) => {
  const name = `named-${world.name.replace(/[^a-z]/g, "-")}`;
  const session = await spawnIn(world, t, CAT, { name });
  const facts = [
    await factsOf(() => spawnIn(world, t, CAT, { name })),
    await factsOf(() => spawnIn(world, t, CAT, { name: "s1" })),
    await factsOf(() => spawnIn(world, t, CAT, { name: "a b" })),
  ];
  assert.match(JSON.stringify(facts[0]), /name_taken/);
  await session.close();
  await (await spawnIn(world, t, CAT, { name })).close();
  return facts.slice(1);
});
