// Many turns in a row without one wrong state.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SETUPS, claude } from "../drive.mjs";

const TURNS = 50;
/** While a prompt is typed the box holds it; between a tool and its answer there is a question. */
const RIGHT = ["starting", "ready", "waiting_for_user_input", "thinking", "completed_turn", "waiting_for_permission"];

for (const setup of SETUPS) {
  test(`${setup.name}: ${TURNS} turns in a row`, async (t) => {
    const { adapter, ask, is, until, prompts, states, events } = await claude(t, setup);
    for (let turn = 1; turn <= TURNS; turn++) {
      const usesTool = turn % 10 === 0;
      let state = await ask(usesTool ? `FAKE:bash(touch made-${turn})` : `FAKE:text(number ${turn})`);
      if (usesTool) {
        await is(state, "waiting_for_permission");
        await adapter.send("approve", { dialog_id: state.metadata.dialog_id });
        state = await until("completed_turn");
      }
      await is(state, "completed_turn");
      assert.equal(state.metadata.turn.text, usesTool ? "The tool has answered." : `You said number ${turn}.`);
    }
    assert.deepEqual(
      [...new Set(states)].filter((state) => !RIGHT.includes(state)),
      [],
    );
    assert.equal(prompts("FAKE:").length, TURNS);
    assert.deepEqual(
      events.map(({ seq }) => seq),
      events.map((_, i) => events[0].seq + i),
    );
  });
}
