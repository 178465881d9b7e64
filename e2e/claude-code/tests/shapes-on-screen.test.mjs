// Answers of many shapes where nothing but the screen tells of them: as the program draws them, and all of it, or it is said that it is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ONE_OF_EACH, claude } from "../drive.mjs";
import { SHAPES, TABLES, drawn, letters } from "../shapes.mjs";

for (const setup of ONE_OF_EACH)
  test(`${setup.name}: without the side channel, every letter that the program draws of an answer is told, in its order, or it is not called whole`, async (t) => {
    const driven = await claude(t, setup, { sideChannel: false });
    let whole = 0;
    for (const [name, text] of Object.entries(SHAPES)) {
      const turn = await driven.says(name, text);
      assert.equal(turn.source, "screen", name);
      if (TABLES.includes(name)) assert.match(turn.doubt, /^it holds a table|^some of it was not seen/, name);
      assert.equal(turn.whole, turn.doubt === undefined, name);
      if (!turn.whole) continue;
      whole++;
      assert.equal(letters(turn.text), letters(drawn(name, setup.version)), name);
    }
    assert.ok(whole > Object.keys(SHAPES).length / 2, `${whole} were whole`);
  });
