// Many turns in a row, every tenth with a tool, without one wrong state.
import assert from "node:assert/strict";

/** While a prompt is typed the box holds it; between a tool and its answer there is a question. */
const RIGHT = ["starting", "ready", "waiting_for_user_input", "thinking", "completed_turn", "waiting_for_permission"];
const TOOL_EVERY = 10;

/** How often work is seen to come to an end in these states; a short one may not be seen. @param {string[]} states */
export const endsIn = (states) =>
  states.filter((state, at) => state === "completed_turn" && states[at - 1] === "thinking").length;

/** @param {Awaited<ReturnType<typeof import("./drive.mjs").claude>>} driven @param {number} turns */
export async function manyTurns({ adapter, ask, is, until, prompts, states, events }, turns) {
  for (let turn = 1; turn <= turns; turn++) {
    const from = states.length;
    const usesTool = turn % TOOL_EVERY === 0;
    /** @type {any} */
    let state = await ask(usesTool ? `FAKE:bash(touch made-${turn})` : `FAKE:text(number ${turn})`);
    if (usesTool) {
      await is(state, "waiting_for_permission");
      await adapter.send("approve", { dialog_id: state.metadata.dialog_id });
      state = await until("completed_turn");
    }
    await is(state, "completed_turn");
    assert.ok(endsIn(states.slice(from)) <= 1, states.slice(from).join());
    assert.equal(state.metadata.turn.text, usesTool ? "The tool has answered." : `You said number ${turn}.`);
  }
  assert.deepEqual(
    [...new Set(states)].filter((state) => !RIGHT.includes(state)),
    [],
  );
  assert.equal(prompts("FAKE:").length, turns);
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, i) => events[0].seq + i),
  );
}
