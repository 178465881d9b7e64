// What the screen shows and what the program says of itself can differ: then both are told, with what counts and how sure it is.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ONE_OF_EACH, claude } from "../drive.mjs";
import { leave } from "../forged-word.mjs";

/** The next turn is told as ever. @param {Awaited<ReturnType<typeof claude>>} driven */
async function goesOn({ ask, is, drifts }) {
  const next = await is(await ask("FAKE:text(next)"), "completed_turn");
  assert.deepEqual(next.metadata.turn, { text: "You said next.", whole: true, source: "record" });
  assert.equal(next.disagreement, undefined);
  assert.equal(drifts.length, 1);
}

for (const setup of ONE_OF_EACH) {
  test(`${setup.name}: a turn that has ended on the screen, and goes on by the program's word, is over after a silence, and both are told`, async (t) => {
    const command = `[ -e "$HOME/once" ] || { touch "$HOME/once"; sleep 1; ${leave({ hook_event_name: "PreToolUse" })}; }`;
    const settings = { hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } };
    const driven = await claude(t, setup, { settings });
    const begun = Date.now();
    const state = await driven.is(await driven.ask("FAKE:text(first)"), "completed_turn");
    assert.ok(Date.now() - begun > 3_000);
    assert.match(state.disagreement.screen, /^\S+ for \d+s/);
    assert.equal(state.disagreement.program, "the turn goes on");
    assert.equal(state.metadata.turn.text, "You said first.");
    const { disagreement, state: told } = await driven.drift();
    assert.deepEqual([told, disagreement], ["completed_turn", state.disagreement]);
    await goesOn(driven);
  });

  test(`${setup.name}: an answer that the record has otherwise than the screen is the screen's, not whole, and both are told`, async (t) => {
    const driven = await claude(t, setup);
    const { adapter, api, ask, home, is, until } = driven;
    // Where it says so itself, the program asks whether it may edit the file.
    const script = "sed -i 's/I will look first/I will remove it all/' ~/.claude/projects/*/*.jsonl\n";
    writeFileSync(join(home.cwd, "look.sh"), script);
    api.uses.set("forged", [
      { type: "text", text: "I will look first." },
      { type: "tool_use", name: "Bash", input: { command: "sh look.sh", description: "Look" } },
    ]);
    await is(await ask("FAKE:use(forged)"), "waiting_for_permission");
    await adapter.send("approve");
    const state = await until("completed_turn");
    const shown = "I will look first.\n\nThe tool has answered.";
    const disagreement = { screen: shown, program: "I will remove it all.\n\nThe tool has answered." };
    assert.deepEqual(
      [state.metadata.turn, state.disagreement],
      [
        { text: shown, whole: false, source: "screen", doubt: "the program's own record of it reads otherwise" },
        disagreement,
      ],
    );
    assert.deepEqual((await driven.drift()).disagreement, disagreement);
    assert.deepEqual((await adapter.state()).metadata.turn, state.metadata.turn);
    await goesOn(driven);
  });

  test(`${setup.name}: work that is seen for long after the program has said that it is over goes on, and both are told`, async (t) => {
    const driven = await claude(t, setup);
    const { adapter, api, ask, is, until, made } = driven;
    const command = `${leave({ hook_event_name: "Stop" })}; sleep 12; touch made-at-last`;
    api.uses.set("forged", [{ type: "tool_use", name: "Bash", input: { command, description: "Wait" } }]);
    await is(await ask("FAKE:use(forged)"), "waiting_for_permission");
    await adapter.send("approve");
    const drift = await driven.drift();
    assert.deepEqual([drift.state, drift.disagreement?.program], ["thinking", "the turn is over"]);
    assert.equal(made("made-at-last"), false);
    const state = await until("completed_turn");
    assert.equal(made("made-at-last"), true);
    assert.equal(state.disagreement, undefined);
    assert.equal(state.metadata.turn.text, "The tool has answered.");
    await goesOn(driven);
  });
}
